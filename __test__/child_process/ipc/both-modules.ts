import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import type { ExecutionContext } from 'ava';
import { ours, theirs } from '../../support/modules';
import { type Module, recordUntilClose } from '../../support/recorder';
import { comesToSame, IS_NODE } from '../../support/same-as-node';

export type { ChildProcess };

/** What to `require` for either module. */
export const MODULE_NAMES = { node: 'node:child_process', ours: 'rt-std/child_process' } as const;

/**
 * The serializations that a forked child knows. Bun and Deno have formats of their own under the
 * name of Node's `'advanced'`.
 */
export const SERIALIZATIONS = IS_NODE ? (['json', 'advanced'] as const) : (['json'] as const);

/**
 * Records a child of either module; both must emit the same events. In Node, `'exit'` may come
 * before the last messages, and `'disconnect'` behind `'close'`, as the event loop finds them, so
 * the order is not compared. Returns what ours emits, whose order is fixed.
 */
export async function sameEventsAsNode(
  t: ExecutionContext,
  start: (module: Module) => ChildProcess,
): Promise<unknown[][]> {
  const comparable = (events: unknown[][]) =>
    events
      .filter(([name]) => name !== 'disconnect')
      .map((entry) => inspect(entry))
      .sort();
  const actual = await recordUntilClose(start(ours));
  await comesToSame(t, comparable(actual), async () => comparable(await recordUntilClose(start(theirs))));
  return actual;
}

/** Resolves with the arguments of an event. */
export function event(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(name, (...values: unknown[]) => resolve(values)));
}
