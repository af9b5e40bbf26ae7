import { join } from 'node:path';
import { libraries } from '../package/libraries.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { outputOf } from '../run/output.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { programsOfRegistry } from '../toolchain/cargo-programs.mjs';
import { noCounts } from './counts.mjs';

const step = 'semver';

/**
 * Compares what each published crate offers with what it offered at `revision`, and says whether
 * its version has been raised enough for that.
 *
 * @param {string | undefined} revision default: the last tag of a release, `v1.2.3`
 */
export async function checkSemver(revision) {
  const baseline = revision ?? (await lastRelease());
  if (baseline === undefined) {
    report(
      step,
      'skipped: nothing has been released yet; `npm run check:semver -- <revision>` compares with any revision',
    );
    return { ...noCounts(), skipped: 1 };
  }
  const env = toolEnvironment({
    first: [await programsOfRegistry(step, 'cargo-semver-checks', '0.51.0')],
    extra: { CARGO_TARGET_DIR: join(root, 'target', 'semver'), CARGO_TERM_COLOR: 'never' },
  });
  const counts = noCounts();
  for (const { name } of await libraries()) {
    const args = ['semver-checks', '--package', name, '--baseline-rev', baseline, '--all-features'];
    const onLine = (line) => console.log(line);
    // 100 says that the version has not been raised enough; anything else is a failure of the
    // program.
    const { status } = await run(step, 'cargo', args, { env, onLine, accept: [0, 100] });
    counts[status === 0 ? 'passed' : 'failed']++;
  }
  return counts;
}

async function lastRelease() {
  try {
    return (await outputOf('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'])).trim();
  } catch {
    return undefined;
  }
}
