import type { ExecutionContext } from 'ava';

/** In milliseconds: much less than what the children of a test would take. */
export const SOON = 25_000;

/** Checks that a test has not waited for its children. */
export function takesSoon(t: ExecutionContext, started: number): void {
  const took = performance.now() - started;
  t.true(took < SOON, `took ${took} ms`);
}
