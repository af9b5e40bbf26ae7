import { join } from 'node:path';
import { findTools } from '../../../scripts/platforms/build-addon.mjs';
import { targets } from '../../../scripts/platforms/targets.mjs';
import { anyStatus, run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { orMissing } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { emulation } from '../../../scripts/runtimes/emulator.mjs';
import { foreignLibraries } from '../../../scripts/runtimes/foreign-node.mjs';
import { noCounts, settle } from '../../../scripts/test/counts.mjs';

const platform = 'linux-arm64-gnu';
const step = 'codec on arm64';

/** Tests that start programs for arm64, without the emulator. */
const startsPrograms = /\/examples-[\da-f]+$/;

/**
 * Runs the tests of the codec's crate for arm64 in an emulator: its vectors there are NEON's.
 *
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function testCodec() {
  const { triple } = targets[platform];
  const tools = await findTools(step, triple);
  const found = tools.missing ? tools : await orMissing(prepare);
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const extra = {
    ...tools.variables,
    CARGO_TARGET_DIR: join(root, 'target', 'platforms'),
    CARGO_TERM_COLOR: 'never',
    CARGO_PROFILE_DEV_OPT_LEVEL: '1',
  };
  const env = toolEnvironment({ first: [tools.folder], extra });
  const programs = [];
  const args = ['--no-run', '--locked', '--package', 'rt-querystring', '--target', triple];
  const onLine = (line) => {
    const program = /^ *Executable .*\((\S+)\)$/.exec(line)?.[1];
    if (program) programs.push(program);
  };
  await run(step, 'cargo-zigbuild', ['test', ...args], { env, onLine });
  const counts = noCounts();
  let worst = 0;
  const kept = programs.filter((program) => !startsPrograms.test(program));
  counts.skipped += programs.length - kept.length;
  if (counts.skipped > 0) report(step, 'skipped: the examples, which the tests would start without the emulator');
  for (const program of kept) {
    const [first, ...rest] = [...found.command, program];
    const onTest = (line) => count(counts, line);
    const { status } = await run(step, first, rest, { env, onLine: onTest, accept: anyStatus, limit: 600_000 });
    worst = Math.max(worst, status ?? 1);
  }
  return settle(counts, worst, (text) => report(step, text));
}

async function prepare() {
  const { loader, folder } = await foreignLibraries(platform, step);
  return { command: [...(await emulation(step)), loader, '--library-path', folder] };
}

/** Reads a line of the test harness of Rust. */
function count(counts, line) {
  const outcome = /^test .* \.\.\. (ok|FAILED|ignored)/.exec(line)?.[1];
  if (outcome === 'ok') counts.passed++;
  if (outcome === 'ignored') counts.skipped++;
  if (outcome === 'FAILED') {
    counts.failed++;
    report(step, line);
  }
}
