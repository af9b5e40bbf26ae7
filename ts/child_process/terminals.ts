/**
 * What is loaded with the first terminal of a child: a bundle of its own
 * (`scripts/build/bundle-table.mjs`).
 */
import { Terminal } from './terminal/terminal';

// As one value, for the reason that `channels.ts` has.
export = { Terminal };
