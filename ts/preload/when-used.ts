/**
 * What a preload needs when something is done with it, and not at the start: a bundle of its own
 * (`scripts/build/bundle-table.mjs`), since each process reads and compiles the preload itself.
 */

import type { Preload } from '../node-options/preload-arguments';
import { withAbsolutePath } from '../node-options/preload-arguments';
import { joinNodeOptions, splitNodeOptions } from '../node-options/text';
import { showExecArgv } from './show-exec-argv';
import { startWorker } from './workers';

/** The text of `NODE_OPTIONS` with the preload's absolute path in the place of its name. */
function nodeOptionsWithPath(options: string, preload: Preload): string {
  return joinNodeOptions(withAbsolutePath(splitNodeOptions(options), preload));
}

// As one value, for the reason that `child_process/channels.ts` has.
export = { nodeOptionsWithPath, showExecArgv, startWorker };
