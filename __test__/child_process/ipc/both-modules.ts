import * as node from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { ExecutionContext } from 'ava';
import { PACKAGE } from '../../support/program';
import { comesToSame, IS_NODE } from '../../support/same-as-node';

/** The interface of Node's module, which both implement. */
export type ChildProcessModule = typeof node;
export type { ChildProcess } from 'node:child_process';

/** The module under test, behind Node's own types. */
export const ours = require('rt-std/child_process') as ChildProcessModule;

/** What to `require` for either module. */
export const MODULE_NAMES = { node: 'node:child_process', ours: 'rt-std/child_process' } as const;

/**
 * The serializations that a forked child knows. Bun and Deno have formats of their own under the
 * name of Node's `'advanced'`.
 */
export const SERIALIZATIONS = IS_NODE ? (['json', 'advanced'] as const) : (['json'] as const);

/** The path of a child program. */
export function fixture(name: string): string {
  return join(PACKAGE, '__test__', 'fixtures', name);
}

/**
 * Runs a scenario with Node's module and with ours; both must give the same value. Returns it for
 * further assertions.
 */
export async function sameAsNode<Value>(
  t: ExecutionContext,
  scenario: (module: ChildProcessModule) => Value | Promise<Value>,
): Promise<Value> {
  const actual = await scenario(ours);
  await comesToSame(t, actual, () => scenario(node));
  return actual;
}

/**
 * Records a child of either module; both must emit the same events. In Node, `'exit'` may come
 * before the last messages, and `'disconnect'` behind `'close'`, as the event loop finds them, so
 * the order is not compared. Returns what ours emits, whose order is fixed.
 */
export async function sameEventsAsNode(
  t: ExecutionContext,
  start: (module: ChildProcessModule) => node.ChildProcess,
): Promise<unknown[][]> {
  const comparable = (events: unknown[][]) =>
    events
      .filter(([name]) => name !== 'disconnect')
      .map((entry) => inspect(entry))
      .sort();
  const actual = await record(start(ours));
  await comesToSame(t, comparable(actual), async () => comparable(await record(start(node))));
  return actual;
}

/** Resolves with the arguments of an event. */
export function event(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(name, (...values: unknown[]) => resolve(values)));
}

/**
 * Resolves at `'close'` with everything that the child emitted, in order: the event's name and its
 * first arguments.
 */
export function record(child: node.ChildProcess): Promise<unknown[][]> {
  const events: unknown[][] = [];
  for (const name of ['spawn', 'message', 'internalMessage', 'disconnect', 'exit', 'error']) {
    child.on(name, (...values: unknown[]) => {
      events.push([name, ...values.filter((value) => value !== undefined).map(plain)]);
    });
  }
  return new Promise((resolve) => {
    child.on('close', (...values: unknown[]) => resolve([...events, ['close', ...values]]));
  });
}

/** What of a value two modules must have in common: of an error its class, code and message. */
export function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, code } = value as NodeJS.ErrnoException;
  return { name, message, code };
}

/** What a call throws, by {@link plain}; fails the test when it throws nothing. */
export function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return plain(error);
  }
  throw new Error('nothing was thrown');
}
