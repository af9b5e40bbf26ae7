import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs the specs of a part, which a variable of the environment makes longer.
 *
 * @param {import('./parts.mjs').Part} part
 * @param {number} count
 */
export async function runPartSpecs(part, count) {
  const start = performance.now();
  const ava = fileURLToPath(new URL('../../node_modules/ava/entrypoints/cli.mjs', import.meta.url));
  const specs = part.specs.map((name) => `__test__/.build/${name}.spec.js`);
  // A spec's own limits are for its usual count.
  const child = spawn(process.execPath, [ava, '--timeout=24h', ...specs], {
    cwd: PACKAGE,
    env: { ...process.env, [part.variable]: String(count) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (...end) => resolve(end));
  });
  const seconds = (performance.now() - start) / 1000;
  const failures = code === 0 ? [] : [`ava ended with ${signal ?? code}`];
  return { measured: { tries: count, specs: part.specs.length }, failures, seconds };
}
