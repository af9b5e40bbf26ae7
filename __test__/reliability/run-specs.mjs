import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const AVA = fileURLToPath(new URL('../../node_modules/ava/entrypoints/cli.mjs', import.meta.url));

/** What runs the specs of a part. A spec's own time limits are for its usual count. */
function commandOf({ specs, cargo }) {
  if (cargo) return ['cargo', ...cargo];
  const files = specs.map((name) => `__test__/.build/${name}.spec.js`);
  for (const file of files) {
    if (!existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)))) {
      throw new Error(`${file} is not there: build the specs by npm test -- ${specs.join(' ')}`);
    }
  }
  return [process.execPath, AVA, '--timeout=24h', ...files];
}

/**
 * Runs the specs of a part, which a variable of the environment makes longer.
 *
 * @param {import('./parts.mjs').Part} part
 * @param {number} count
 * @param {number} seed
 */
export async function runPartSpecs(part, count, seed) {
  const start = performance.now();
  const [command, ...args] = commandOf(part);
  const child = spawn(command, args, {
    cwd: PACKAGE,
    env: { ...process.env, [part.variable]: String(count), [part.seedVariable]: String(seed) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (...end) => resolve(end));
  });
  const seconds = (performance.now() - start) / 1000;
  const failures = code === 0 ? [] : [`${args.join(' ')} ended with ${signal ?? code}`];
  const calls = part.callsEach ? { 'calls at least': count * part.callsEach } : {};
  return { measured: { 'tries of each': count, ...calls }, failures, seconds };
}
