/**
 * Node's own module as what starts processes: a bundle of its own
 * (`scripts/build/bundle-table.mjs`), which is loaded only where it is chosen.
 */
import { runByNode } from './node/run';
import { startByNode } from './node/start';

// As one value, for the reason that `channels.ts` has.
export = { runByNode, startByNode };
