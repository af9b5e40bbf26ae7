import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import { type Reading, read } from './reading';
import { describeError, recordUntilClose } from './recorder';

const SHORT = 100;

/** What a program sees of one call, as data in which long output is short. */
export type Observed = Record<string, unknown>;

/** A value as data: errors with all that is on them, bytes and texts by their hash. */
export function described(value: unknown): unknown {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return digest(value);
  if (Array.isArray(value)) return value.map(described);
  if (!(value instanceof Error)) return value;
  // The errors of synchronous runs hold themselves.
  const { error: itself, pid, cwd, ...rest } = describeError(value) as Record<string, unknown>;
  const members = Object.entries(rest).map(([name, member]) => [name, described(member)]);
  return {
    ...Object.fromEntries(members),
    ...(cwd === undefined ? {} : { message: described(withoutDirectory(value.message)) }),
    keys: Object.keys(value).filter((name) => name !== 'cwd'),
    text: withoutDirectory(String(value)).slice(0, 300),
    ran: Number(pid) > 0,
    holdsItself: itself === value,
  };
}

/**
 * Where the working directory cannot be entered, our error says more than Node's
 * (docs/deviations.md).
 */
function withoutDirectory(message: string): string {
  return message.replace(/: cannot enter the working directory '.*'$/, '');
}

function digest(output: string | Buffer): string {
  if (typeof output === 'string' && output.length < SHORT) return output;
  const hash = createHash('sha1').update(output).digest('hex').slice(0, 8);
  const start = JSON.stringify(output.slice(0, 400).toString());
  return `${typeof output} of ${output.length} (${hash}): ${start}`;
}

/** What a call returns or throws. */
export function outcomeOf(call: () => unknown): { returned: unknown } | { thrown: unknown } {
  try {
    return { returned: call() };
  } catch (error) {
    return {
      thrown: {
        ...(described(error) as object),
        firstLine: withoutDirectory((error as Error)?.stack?.split('\n')[0] ?? '').slice(0, 300),
      },
    };
  }
}

/** What `call` writes to this process's standard error, which nobody else writes to meanwhile. */
export function withErrorOutput(call: () => unknown): Observed {
  const { write } = process.stderr;
  const shown: unknown[] = [];
  process.stderr.write = ((chunk: unknown) => shown.push(chunk)) as never;
  try {
    return { ...outcomeOf(call), shown: described(shown) };
  } finally {
    process.stderr.write = write;
  }
}

/** A result of `spawnSync()`. */
export function describedResult(result: object): unknown {
  const { pid, ...rest } = result as { pid: number };
  const members = Object.entries(rest).map(([name, member]) => [name, described(member)]);
  return { ...Object.fromEntries(members), ran: pid > 0, keys: Object.keys(result) };
}

/** What is seen of a child at once. */
export function describedChild(child: ChildProcess): unknown {
  const { connected, exitCode, signalCode, killed, spawnfile, spawnargs, pid } = child;
  const streams = child.stdio.map((stream) => {
    if (!stream) return stream;
    const { readable, writable, allowHalfOpen, destroyed } = stream as Duplex;
    return { readable, writable, allowHalfOpen, destroyed, class: stream.constructor.name };
  });
  const named = [child.stdin, child.stdout, child.stderr].map((stream) => child.stdio.indexOf(stream as never));
  return {
    state: {
      connected,
      exitCode,
      signalCode,
      killed,
      spawnfile,
      spawnargs: described(spawnargs),
      ran: Number(pid) > 0,
    },
    streams,
    named,
    keys: Object.keys(child),
  };
}

/**
 * Follows a child until `'close'`: its events in order, and what it writes.
 *
 * @param child - a child that was just started
 * @param events - where to note the events
 * @param input - for its standard input
 * @param reading - how to read what it writes
 */
export async function observeUntilClose(
  child: ChildProcess,
  events: unknown[][],
  input: unknown,
  reading: Reading,
): Promise<unknown> {
  const closed = recordUntilClose(child, described, events);
  const output = child.stdio.map((stream) => {
    stream?.on('error', () => {});
    return stream && stream !== child.stdin ? read(stream as Readable, reading) : [];
  });
  child.stdin?.end(input ?? '');
  await closed;
  const { exitCode, signalCode, killed } = child;
  const late = child.kill();
  const written = output.map((pieces) => described(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))));
  return { output: written, exitCode, signalCode, killed, late };
}
