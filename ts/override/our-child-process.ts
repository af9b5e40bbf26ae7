import type nodeChildProcess = require('node:child_process');

import { loadProcessAddon } from '../binding/process-addon';

import childProcess = require('../child_process');

import { publishOn } from '../child_process/api/published-on';
import { replaceSpawnSync } from '../child_process/api/spawn-sync-override';
import { behaveAs } from '../child_process/deviations';

type ChildProcessModule = typeof nodeChildProcess;

/**
 * Puts our functions into the exports of Node's `child_process`.
 *
 * @param exported - the exports
 * @param originals - Node's own functions
 * @param isBindingReplaced - whether Node's own `spawnSync()` is to do the work, since the program
 *   has replaced what lies below it
 * @returns whether that was done: not without an addon, which is a process warning
 */
function putInto(
  exported: ChildProcessModule,
  originals: ChildProcessModule,
  isBindingReplaced: () => boolean,
): boolean {
  try {
    loadProcessAddon();
  } catch (error) {
    process.emitWarning(`child_process stays Node's own: ${(error as Error).message}`, 'OverrideWarning');
    return false;
  }
  behaveAs('node');
  Object.assign(exported, childProcess);
  publishOn(childProcess, exported);
  const nodes = originals.spawnSync as typeof childProcess.spawnSync;
  replaceSpawnSync(() => (isBindingReplaced() ? nodes : undefined));
  return true;
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { putInto };
