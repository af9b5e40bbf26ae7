import { join } from 'node:path';
import { run } from '../../../scripts/run/command.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { counting } from '../../../scripts/test/counting.mjs';
import { sum } from '../../../scripts/test/counts.mjs';
import { SUPPORTED } from './nodes.mjs';

const BACKENDS = ['native', 'wasm', 'typescript'];

/**
 * Runs the querystring files of Node's own suite on every supported Node, with each backend of
 * `rt-std/querystring`.
 */
export async function querystringFiles() {
  const script = join(root, '__test__', 'conformance', 'node-suite', 'run.mjs');
  const parts = [];
  for (const major of SUPPORTED) {
    const node = await runtime(`node@${major}`);
    for (const backend of BACKENDS) {
      const step = `querystring files, Node ${major}, ${backend}`;
      const args = [script, '--querystring', backend, '--no-build'];
      parts.push(await counting(step, (options) => run(step, node, args, options)));
    }
  }
  return sum(parts);
}
