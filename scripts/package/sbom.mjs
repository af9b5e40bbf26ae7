import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { programsOfRegistry } from '../toolchain/cargo-programs.mjs';
import { linkedCrates } from './linked-crates.mjs';

const step = 'bill of materials';
const file = 'bill-of-materials';

/**
 * The bill of materials of what is built of a crate (https://cyclonedx.org), as cargo-cyclonedx
 * writes it, less the crates that only build it.
 *
 * @param {string} crate
 * @param {string} folder the crate's, below `crates/`
 * @param {string} triple the target
 * @returns {Promise<object>} CycloneDX 1.5
 */
export async function billOfMaterials(crate, folder, triple) {
  const programs = await programsOfRegistry(step, 'cargo-cyclonedx', '0.5.9');
  const args = ['cyclonedx', '--manifest-path', join(root, 'crates', folder, 'Cargo.toml'), '--format', 'json'];
  const options = ['--spec-version', '1.5', '--target', triple, '--override-filename', file, '--quiet'];
  // Without the time and a random number: the same sources give the same package.
  const env = toolEnvironment({ extra: { SOURCE_DATE_EPOCH: '0' } });
  try {
    await run(step, join(programs, 'cargo-cyclonedx'), [...args, ...options], { env });
    const bill = JSON.parse(readFileSync(join(root, 'crates', folder, `${file}.json`), 'utf8'));
    return withoutBuildTools(bill, await linkedCrates(crate, triple));
  } finally {
    // It writes one for each crate of the workspace.
    for (const name of readdirSync(join(root, 'crates')))
      rmSync(join(root, 'crates', name, `${file}.json`), { force: true });
  }
}

function withoutBuildTools(bill, crates) {
  const linked = new Set(crates.map(({ name, version }) => `${name} ${version}`));
  const isOurs = ({ name }) => name.startsWith('rt-');
  const components = bill.components.filter((part) => isOurs(part) || linked.has(`${part.name} ${part.version}`));
  const known = new Set([bill.metadata.component, ...components].map((part) => part['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
  const { serialNumber: _, ...rest } = bill;
  return withoutPaths({ ...rest, components, dependencies });
}

/** A crate of this workspace is named by the folder that it was built in. */
function withoutPaths(bill) {
  return JSON.parse(JSON.stringify(bill).replaceAll(root.replaceAll('\\', '/'), '.'));
}
