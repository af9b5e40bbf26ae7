import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** V8's young generation stays small: it would grow in steps of 16 MiB at moments of its own. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=1'];
/**
 * How long a part may be without progress, in milliseconds; a machine that has much to do is slow.
 */
const LONGEST_SILENCE = 120_000;

/**
 * Runs one part in a process of its own.
 *
 * @param {import('./parts.mjs').Part} part
 * @param {number} count
 * @param {number} seed
 * @param {(done: number) => void} [onProgress]
 * @returns {Promise<{ measured: Record<string, number | string>, failures: string[], seconds:
 *   number }>}
 */
export async function runPart(part, count, seed, onProgress = () => {}) {
  const start = performance.now();
  const program = fileURLToPath(new URL(`programs/${part.program}`, import.meta.url));
  const child = spawn(process.execPath, [...FLAGS, program, JSON.stringify({ count, seed, ...part.plan })], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  let outcome = { measured: {}, failures: ['it ended without a result'] };
  let done = 0;
  let hang;
  const watch = setInterval(() => {
    hang = `no progress for ${LONGEST_SILENCE / 1000} s after ${done}`;
    child.kill('SIGKILL');
  }, LONGEST_SILENCE);
  createInterface({ input: child.stdio[3] }).on('line', (line) => {
    watch.refresh();
    const report = JSON.parse(line);
    if (report.progress === undefined) {
      outcome = report;
      return;
    }
    done = report.progress;
    onProgress(done);
  });
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (...end) => resolve(end));
  });
  clearInterval(watch);
  const failures = [...outcome.failures];
  if (hang) failures.push(hang);
  else if (code !== 0) failures.push(`it ended with ${signal ?? code}`);
  return { measured: outcome.measured, failures, seconds: (performance.now() - start) / 1000 };
}
