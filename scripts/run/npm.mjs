import { run } from './command.mjs';
import { toolEnvironment } from './environment.mjs';

/**
 * Runs npm: the one that runs this script, or the one on PATH.
 *
 * @param {string} step
 * @param {string[]} args
 * @param {Partial<Parameters<typeof run>[3]>} [options]
 */
export function npm(step, args, options = {}) {
  const own = process.env.npm_execpath;
  const [program, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const remedy = 'check the network and the registry (npm config get registry), then start again';
  return run(step, program, [...first, ...args], { env: toolEnvironment(), remedy, ...options });
}
