import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { spawn } from 'rt-std/child_process';
import { sampleData } from './sample-data.mjs';

const MEBIBYTE = 1024 * 1024;
const LENGTH = 256 * MEBIBYTE;

/**
 * Streams data through two programs and compares what went in with what came out.
 *
 * @param {import('./report.mjs').Report} report
 */
export async function visitPipeline(report) {
  const sent = measure();
  const compressed = measure();
  const received = measure();
  const stdio = ['pipe', 'pipe', 'inherit'];
  const start = performance.now();
  const gzip = spawn('gzip', ['-1'], { stdio });
  const gunzip = spawn('gunzip', [], { stdio });
  let exits;
  try {
    // Each pipeline holds its source back while its target is full.
    const [, , , ...closed] = await Promise.all([
      pipeline(sampleData(LENGTH), sent.pass, gzip.stdin),
      pipeline(gzip.stdout, compressed.pass, gunzip.stdin),
      pipeline(gunzip.stdout, received.take),
      once(gzip, 'close'),
      once(gunzip, 'close'),
    ]);
    exits = closed.map(([code, signal]) => signal ?? code);
  } finally {
    // After a failure the other program would wait for ever; to one that has ended nothing is sent.
    for (const child of [gzip, gunzip]) child.kill('SIGKILL');
  }
  const seconds = (performance.now() - start) / 1000;

  const [before, after] = [sent.digest(), received.digest()];
  report.line(`spawn('gzip', ['-1']), pid ${gzip.pid}  →  spawn('gunzip'), pid ${gunzip.pid}`);
  report.table('lrl', [
    ['', 'bytes', 'SHA-256'],
    ['sent to gzip', before.bytes, before.hash],
    ['gzip to gunzip', compressed.digest().bytes, compressed.digest().hash],
    ['back from gunzip', after.bytes, after.hash],
  ]);
  const rate = LENGTH / MEBIBYTE / seconds;
  report.line(`${LENGTH / MEBIBYTE} MiB in ${seconds.toFixed(1)} s: ${rate.toFixed(0)} MiB/s`);
  report.check(
    exits.every((exit) => exit === 0),
    'both programs exited with 0',
    exits.join(' and '),
  );
  report.check(before.bytes === after.bytes && before.hash === after.hash, 'the same bytes came back');
}

/** Counts and hashes what passes. */
function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  let result;
  const add = (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  return {
    async *pass(source) {
      for await (const chunk of source) {
        add(chunk);
        yield chunk;
      }
    },
    async take(source) {
      for await (const chunk of source) add(chunk);
    },
    digest() {
      result ??= { bytes: String(bytes), hash: hash.digest('hex') };
      return result;
    },
  };
}
