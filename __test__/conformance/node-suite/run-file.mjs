import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killGroup } from '../../../scripts/run/kill-group.mjs';
import { probeVariable, testEnvironment } from './environment.mjs';
import { groupEnd } from './group-end.mjs';
import { endLeftovers } from './leftovers.mjs';
import { logPath } from './logs.mjs';
import { readProof } from './proof.mjs';

// That of Node's own runner.
const limit = 120_000;
// TAP, as Node's `common.skip` prints it.
const skipLine = /^(?:\d+\.\.\d+|ok|not ok).*# SKIP\S*\s+(.*)/im;

/**
 * @typedef {object} Outcome
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} why how it ended, or why it skipped itself
 * @property {string} output what it printed
 * @property {string} log where that is kept
 * @property {number} milliseconds
 * @property {import('./proof.mjs').Proof} proof
 */

/**
 * Runs a test file in a process of its own, as Node's runner does: its flags before it, its output
 * in a file, nothing on standard input.
 *
 * @param {import('./test-files.mjs').TestFile} file
 * @param {import('./variants.mjs').Variant} variant
 * @param {{ thread: number, serial: number }} place which of the processes that run beside each
 *   other, and a number of its own
 * @returns {Promise<Outcome>}
 */
export async function runFile(file, variant, place) {
  const folder = mkdtempSync(join(tmpdir(), 'rt-'));
  const probe = join(folder, 'probe');
  mkdirSync(probe);
  const log = logPath(file, variant);
  const output = openSync(log, 'w');
  const started = performance.now();
  try {
    const args = [...variant.args, ...file.flags, file.path];
    // Some files abort on purpose. The shell only forbids core dumps; it becomes the process.
    const child = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', process.execPath, ...args], {
      cwd: file.source.root,
      env: { ...testEnvironment(file, { temporary: folder, probe }, place), ...variant.env },
      stdio: ['ignore', output, output],
      // A process group of its own, so that what it leaves behind can be ended with it.
      detached: true,
    });
    const end = await groupEnd(child, limit);
    killGroup(child.pid);
    endLeftovers(probeVariable, probe);
    const milliseconds = Math.round(performance.now() - started);
    const text = readFileSync(log, 'utf8');
    return { ...classify(end, text), output: text, log, milliseconds, proof: readProof(probe) };
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function classify({ status, signal, outOfTime }, text) {
  if (outOfTime) return { status: 'failed', why: `took longer than ${limit / 1000} s` };
  if (signal) return { status: 'failed', why: `ended by ${signal}` };
  if (status !== 0) return { status: 'failed', why: `status ${status}` };
  const skipped = skipLine.exec(text);
  return skipped ? { status: 'skipped', why: skipped[1].trim() } : { status: 'passed', why: '' };
}
