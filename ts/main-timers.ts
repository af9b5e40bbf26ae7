import timers = require('node:timers');

/**
 * The timers as they were when this package was loaded. Fake timers put others in their place
 * later; Node's own modules keep theirs, too.
 *
 * Not part of `main-realm`, since the preloads do without.
 */
export const { clearTimeout, setImmediate, setTimeout } = timers;
