/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`), for a forked child whose channel has
 * traffic: until then it loads no other.
 */
import { requireBundle } from './require-bundle';

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { requireBundle };
