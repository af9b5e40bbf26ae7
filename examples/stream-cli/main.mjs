/**
 * Passes a file through a program, of any size and in constant memory:
 *
 *     node main.mjs INPUT OUTPUT COMMAND [ARG...]        node main.mjs big.log big.log.gz gzip -1
 *
 * `-` is the standard input or output. A file appears under its name when it is complete. Ctrl-C
 * ends the program, removes what was written, and exits with 130.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spawn } from 'rt-std/child_process';

const [input, output, command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('Usage: node main.mjs INPUT OUTPUT COMMAND [ARG...]');
  process.exit(2);
}

/** Aborted with the name of the signal, or by the first error. */
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort(name));

/** Counts and hashes what passes. */
class Meter extends Transform {
  bytes = 0;
  hash = createHash('sha256');

  _transform(chunk, _, callback) {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    callback(null, chunk);
  }
}

async function run() {
  const { signal } = stop;
  const partial = `${output}.partial-${process.pid}`;
  const source = input === '-' ? process.stdin : createReadStream(input);
  const target = output === '-' ? process.stdout : createWriteStream(partial, { flags: 'wx' });
  const meter = new Meter();
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    signal, // SIGTERM when it is aborted,
    forceKillAfterDelay: 1000, // and SIGKILL after a second
    deathSignal: 'SIGTERM', // it does not outlive this process
  });
  try {
    const [[code, how]] = await Promise.all([
      once(child, 'close'), // rejects when it cannot be started, or is aborted
      // Each pipeline stops to read while its target is full: that is what bounds the memory.
      pipeline(source, child.stdin, { signal }).catch(isUnread),
      pipeline(child.stdout, meter, target, { signal }),
    ]);
    if (code !== 0) throw new Error(`${command} ended with ${how ?? code}`);
    if (output !== '-') await rename(partial, output);
    return `${meter.bytes} bytes, SHA-256 ${meter.hash.digest('hex')}`;
  } catch (error) {
    stop.abort(error); // what still runs ends, too
    if (hasBegun(child)) await once(child, 'close').catch(() => {});
    if (output !== '-') await rm(partial, { force: true });
    throw error;
  }
}

/** A program need not read all of its input: `head` does not. That is no failure. */
function isUnread(error) {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

function hasBegun({ pid, exitCode, signalCode }) {
  return pid !== undefined && exitCode === null && signalCode === null;
}

try {
  console.error(await run());
} catch (error) {
  const { reason } = stop.signal;
  if (typeof reason === 'string') {
    console.error(`interrupted by ${reason}`);
    process.exitCode = 128 + constants.signals[reason];
  } else if (error.code === 'EPIPE' && output === '-') {
    // Who reads the output has enough, as in `node main.mjs … | head`.
    process.exitCode = 128 + constants.signals.SIGPIPE;
  } else {
    console.error(error.message);
    process.exitCode = 1;
  }
}
