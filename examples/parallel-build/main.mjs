/**
 * Runs the steps of a build side by side, each when those that it needs are done:
 *
 *     node main.mjs [--jobs N] [FILE]        FILE is build.json in this folder when it is not given
 *
 * The output of a step is printed in one piece when it ends. The first step that fails ends the
 * others, with all that they have started. Exits with 0, with 1 after a failure, or with 130 after
 * Ctrl-C.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spawn } from 'rt-std/child_process';
import { runGraph } from './graph.mjs';

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 1000;

const { values, positionals } = parseArgs({ options: { jobs: { type: 'string' } }, allowPositionals: true });
const jobs = Number(values.jobs ?? availableParallelism());
const [file = fileURLToPath(new URL('build.json', import.meta.url))] = positionals;

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Error(name)));

/** Runs a step, and rejects when it fails or is aborted. */
async function runStep(name, { command }, signal) {
  const start = performance.now();
  // Both streams are one pipe, which keeps their lines in the order in which they were written.
  const child = spawn('sh', ['-c', `exec 2>&1\n${command}`], {
    cwd: dirname(file),
    stdio: ['ignore', 'pipe', 'inherit'],
    contain: true, // killTree() reaches all that the step starts
    deathSignal: 'SIGKILL', // nothing of it outlives this program
    forceKillAfterDelay: GRACE,
    closeGrace: GRACE, // a process that the step leaves behind holds up nobody
  });
  const output = [];
  child.stdout.on('data', (data) => output.push(data));
  const abort = () => child.killTree();
  signal.addEventListener('abort', abort);
  try {
    const [code, how] = await once(child, 'close'); // an 'error' rejects
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const outcome = signal.aborted ? 'aborted' : code === 0 ? 'done' : `failed (${how ?? code})`;
    process.stdout.write(`── ${name}: ${outcome}, ${seconds} s\n${Buffer.concat(output)}`);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${name} failed (${how ?? code})`);
  } finally {
    signal.removeEventListener('abort', abort);
    // What the step has left in the background goes with it.
    if (child.pid !== undefined) child.killTree('SIGKILL');
  }
}

try {
  const steps = JSON.parse(readFileSync(file, 'utf8'));
  await runGraph(steps, { jobs, run: runStep, signal: interrupted.signal });
} catch (error) {
  console.error(error.message);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}
