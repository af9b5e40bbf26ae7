import { join } from 'node:path';
import { anyStatus, run } from '../../../scripts/run/command.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { start } from '../../../scripts/test/counting.mjs';

/**
 * Runs Node's own test files under the override, with Node's module as what starts processes.
 *
 * @param {number} major of Node
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function runNodesFiles(major) {
  const node = await runtime(`node@${major}`);
  const script = join(root, '__test__', 'conformance', 'node-suite', 'run.mjs');
  const step = `Node's files, Node ${major}`;
  const args = [script, '--all', '--backend', 'node', '--no-build'];
  const { counts, status } = await start(step, (options) => run(step, node, args, { ...options, accept: anyStatus }));
  if (status !== 0) return counts;
  // A file that fails as expected, with its reason, counts as skipped.
  return { ...counts, failed: 0, skipped: counts.skipped + counts.failed };
}
