/**
 * Builds both Rust programs, which takes a minute the first time, and runs each with its
 * counterpart in Node:
 *
 *     node main.mjs
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'rt-std/child_process';

const folder = fileURLToPath(new URL('.', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(folder, '..', '..', 'target', 'examples');
const built = (name) => join(target, 'debug', name);

async function run(title, file, args) {
  if (title) console.log(`── ${title}`);
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], deathSignal: 'SIGTERM' });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ended with ${signal ?? code}`);
}

try {
  await run('', 'cargo', ['build', '--quiet', '--locked', '--target-dir', target]);
  await run('a Node parent and a Rust child', process.execPath, ['parent.mjs', built('child')]);
  await run('a Rust parent and a Node child', built('parent'), [process.execPath]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
