import { currentTimers, TIMERS } from './kept-timers';
import { process, sharedByCopies } from './main-realm';

/**
 * The timers as they were when this package was loaded or, under a preload, when that was. Fake
 * timers put others in their place later; Node's own modules keep theirs, too.
 *
 * Not part of `main-realm`, since the preloads do without.
 */
export const { clearTimeout, setImmediate, setTimeout, nextTick } = sharedByCopies(TIMERS, () =>
  currentTimers(require('node:timers') as typeof import('node:timers'), process),
);
