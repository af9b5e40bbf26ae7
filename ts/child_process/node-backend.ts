/**
 * Node's own module as what starts processes: a bundle of its own
 * (`scripts/build/bundle-table.mjs`), which is loaded only where it is chosen.
 */
import { runByNode } from './node/run';
import { startByNode } from './node/start';

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { runByNode, startByNode };
