/**
 * What the start of a worker needs besides what each start does: a bundle of its own
 * (`scripts/build/bundle-table.mjs`).
 */
import { showExecArgv } from './show-exec-argv';

// As one value: what a bundle does for named exports is a part of what the start costs.
export = { showExecArgv };
