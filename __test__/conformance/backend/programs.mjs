import { join } from 'node:path';
import { anyStatus, run } from '../../../scripts/run/command.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { counting } from '../../../scripts/test/counting.mjs';

/**
 * Runs other people's programs under the override, with Node's module as what starts processes.
 *
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export function runPrograms() {
  const args = [join(root, '__test__', 'conformance', 'programs', 'run.mjs'), '--backend', 'node', '--no-build'];
  const step = 'programs, by Node';
  return counting(step, (options) => run(step, process.execPath, args, { ...options, accept: anyStatus }));
}
