/**
 * The override itself, a bundle of its own (`scripts/build/bundle-table.mjs`), which the first
 * thing that needs it loads.
 */
import { refuseOtherNumber } from '../bundles/build-number';
import { loadWhenUsed } from '../preload/load-when-used';
import {
  childProcessFunctions,
  isChildProcessReplaced,
  originalModules,
  replaceQuerystring,
  takeEarly,
} from './builtins';
import type { Early, Override } from './early';

/**
 * Goes on from what the start of the process has done.
 *
 * @param early - nothing where the override is off
 * @param build - the number of its build
 */
function start(early: Early | undefined, build: number): Override {
  refuseOtherNumber(build);
  if (early !== undefined) takeEarly(early);
  return {
    loadWhenUsed,
    isOverridden: () => early !== undefined && isChildProcessReplaced(),
    originalModules,
    childProcessFunctions,
    replaceQuerystring,
  };
}

// As one value, for the reason that `child_process/channels.ts` has.
export = { start };
