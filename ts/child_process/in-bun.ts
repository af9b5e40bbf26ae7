/** What is loaded in Bun only: a bundle of its own (`scripts/build/bundle-table.mjs`). */
import { refuseUntakenBytes, stopReading } from './bun/shared-socket';
import { WritingEnd } from './bun/writing-end';

// As one value, for the reason that `channels.ts` has.
export = { WritingEnd, refuseUntakenBytes, stopReading };
