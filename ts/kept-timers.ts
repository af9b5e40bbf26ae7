/** Under which name a thread keeps the timers, for all copies of this package. */
export const TIMERS = 'timers';

/** The timers that this package uses. */
export type Timers = Pick<typeof import('node:timers'), 'clearTimeout' | 'setImmediate' | 'setTimeout'>;

/**
 * These timers, as they are when this is called: at the start of a preload, since libraries for
 * tests replace them.
 *
 * @param timers - `node:timers`, or the global object
 */
export function currentTimers({ clearTimeout, setImmediate, setTimeout }: Timers): Timers {
  return { clearTimeout, setImmediate, setTimeout };
}
