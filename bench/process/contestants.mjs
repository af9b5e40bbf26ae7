import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runtimeCommand } from '../../scripts/runtimes/runtime.mjs';

/**
 * Who is measured: a module in a runtime.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {readonly string[]} command the runtime, with its own arguments
 * @property {'own' | 'rt-std'} module the runtime's own `node:child_process`, or ours
 */

/** The running Node's own module: what all others are compared with. */
export const NODE = { name: `Node ${process.versions.node}`, command: [process.execPath], module: 'own' };
export const RT_STD = { name: 'rt-std', command: [process.execPath], module: 'rt-std' };

/**
 * Another runtime's own module.
 *
 * @param {string} specifier as `npm run runtimes` takes them: `node@24`, `bun`, `deno`
 * @returns {Promise<Contestant>}
 */
export async function otherRuntime(specifier) {
  const command = await runtimeCommand(specifier);
  return { name: specifier.replace(/^./, (letter) => letter.toUpperCase()).replace('@', ' '), command, module: 'own' };
}

/**
 * No runtime at all: the system calls that start a program and wait for it, in
 * `crates/process/examples/least_cost.rs`. It speaks as `worker.mjs` does. Needs cargo.
 *
 * @returns {Contestant}
 */
export function leastCost() {
  const project = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('cargo', ['build', '--release', '--package', 'rt-process', '--example', 'least_cost'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { name: 'no runtime', command: [`${project}target/release/examples/least_cost`], module: 'own' };
}
