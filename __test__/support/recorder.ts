import type * as NodeChildProcess from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { IS_WINDOWS } from './portable';

/**
 * What both modules have in common, as far as the specs use it: Node's declarations, with the
 * method that programs call and patch.
 */
export type Module = Omit<typeof NodeChildProcess, 'ChildProcess'> & {
  ChildProcess: new () => NodeChildProcess.ChildProcess & { spawn(options: unknown): number };
};

/** An error as data: what a program can see of it, without the stack. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const cause = 'cause' in error ? { cause: describeError(error.cause) } : {};
  const { name, message, code } = error as NodeJS.ErrnoException;
  // Some runtimes keep a code from being enumerated.
  return { ...error, ...(code === undefined ? {} : { code }), class: error.constructor.name, name, message, ...cause };
}

/** The error of a message to a peer that is gone. */
export const BROKEN_PIPE = describeError(
  Object.assign(new Error('write EPIPE'), { errno: IS_WINDOWS ? -4047 : -32, code: 'EPIPE', syscall: 'write' }),
);

/** What a child emits while it runs, and at its end. */
const EVENTS = ['spawn', 'message', 'internalMessage', 'disconnect', 'exit', 'error', 'close'];

/**
 * Records what a child emits, in order: the name of each event and its arguments.
 *
 * @param child - a child that was just started
 * @param describe - makes data of an argument
 * @param events - where to note the events
 * @returns the events up to `'close'`, once that was emitted
 */
export function recordUntilClose(
  child: EventEmitter,
  describe: (value: unknown) => unknown = describeError,
  events: unknown[][] = [],
): Promise<unknown[][]> {
  return new Promise((resolve) => {
    for (const name of EVENTS) {
      child.on(name, (...args: unknown[]) => {
        // A message has no handle.
        events.push([name, ...args.filter((value) => value !== undefined).map(describe)]);
        if (name === 'close') resolve([...events]);
      });
    }
  });
}

/**
 * What a call returns; what it throws, as data without the process that has failed: its identifier,
 * and the error that is the result itself.
 */
export function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    const { pid: _, error: __, ...rest } = describeError(error) as Record<string, unknown>;
    return rest;
  }
}

/** What a call throws, as data; fails when it throws nothing. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return {
      ...(describeError(error) as object),
      text: String(error),
      firstLine: (error as Error).stack?.split('\n')[0],
    };
  }
  throw new Error(`nothing thrown by ${call}`);
}
