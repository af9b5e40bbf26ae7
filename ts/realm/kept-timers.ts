/**
 * Under which name a thread keeps the functions, for all copies of this package. The number is
 * raised whenever there are others: there may be copies of other versions in the same thread.
 */
export const TIMERS = 'timers 2';

/** The timers that this package uses, and `process.nextTick()`, which is replaced with them. */
export type Timers = Pick<typeof import('node:timers'), 'clearTimeout' | 'setImmediate' | 'setTimeout'> &
  Pick<NodeJS.Process, 'nextTick'>;

/**
 * These functions, as they are when this is called: at the start of a preload, since libraries for
 * tests replace them.
 *
 * @param timers - `node:timers`, or the global object
 * @param process - the process
 */
export function currentTimers(
  { clearTimeout, setImmediate, setTimeout }: Omit<Timers, 'nextTick'>,
  { nextTick }: NodeJS.Process,
): Timers {
  return { clearTimeout, setImmediate, setTimeout, nextTick };
}
