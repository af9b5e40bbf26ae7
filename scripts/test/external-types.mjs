import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { externalTypes } from '../package/external-types.mjs';
import { libraries } from '../package/libraries.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts } from './counts.mjs';

const step = 'external types';
const target = join(root, 'target', 'external-types');

/**
 * Looks at the interfaces of the published crates: a type of another crate in them binds their
 * users to a version of that crate, so each has to be allowed in `Cargo.toml`, under the name that
 * cargo-check-external-types reads (`package.metadata.cargo_check_external_types`).
 */
export async function checkExternalTypes() {
  const counts = noCounts();
  for (const { name, metadata } of await libraries()) {
    const allowed = metadata?.cargo_check_external_types?.allowed_external_types ?? [];
    const types = externalTypes(await documentation(name));
    const leaked = [...types].filter(([path]) => !allowed.some((pattern) => matches(pattern, path)));
    const unused = allowed.filter((pattern) => ![...types.keys()].some((path) => matches(pattern, path)));
    for (const [path, item] of leaked) report(step, `${name}: ${item} names ${path}, which Cargo.toml does not allow`);
    for (const pattern of unused) report(step, `${name}: Cargo.toml allows ${pattern}, which nothing names`);
    counts[leaked.length === 0 ? 'passed' : 'failed']++;
  }
  return counts;
}

async function documentation(name) {
  const args = ['rustdoc', '--locked', '--package', name, '--lib', '--all-features'];
  // The format is not stable yet: RUSTC_BOOTSTRAP makes a stable compiler write it.
  const format = ['--', '-Z', 'unstable-options', '--output-format', 'json'];
  const env = toolEnvironment({ extra: { CARGO_TARGET_DIR: target, RUSTC_BOOTSTRAP: '1', CARGO_TERM_COLOR: 'never' } });
  await run(step, 'cargo', [...args, ...format], { env });
  return JSON.parse(readFileSync(join(target, 'doc', `${name.replaceAll('-', '_')}.json`), 'utf8'));
}

function matches(pattern, path) {
  return pattern.endsWith('::*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
