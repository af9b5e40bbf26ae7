/**
 * Replaces Node's `child_process` and `querystring` for the whole program, its dependencies, its
 * workers and the children that it forks.
 *
 * To be loaded before the program: `node --import rt-std/override app.js`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */

import { debug } from '../debug';
import { bundleError, isBundled } from '../node-builtins/bundled';
import { loadAddonBeforeOthers } from '../node-builtins/other-addons';
import { CHANNEL_SWITCH, isChannelOurs } from '../preload/channel';
import { BEFORE, restoreNodeOptions } from '../preload/own-node-options';
import { startPreload } from '../preload/start';
import { isChildProcessReplaced, type Originals as Modules, originalModules, replaceBuiltins } from './builtins';

/**
 * An environment variable: with the value `off`, the process it is given to keeps Node's own
 * modules.
 */
const SWITCH = 'RT_STD_OVERRIDE';

const value = process.env[SWITCH];
const active = value === undefined || isOn(value);

/** Other words for `off` and `on` count, too; what is neither is a process warning. */
function isOn(word: string): boolean {
  if (/^(off|0|false|no)$/i.test(word)) return false;
  if (!/^(on|1|true|yes|)$/i.test(word)) {
    process.emitWarning(`${SWITCH} is '${word}', which is ignored: 'off' keeps Node's own modules`);
  }
  return true;
}

/**
 * Whether both of Node's modules are replaced in this process. To find out, `child_process` is
 * loaded.
 */
function isOverridden(): boolean {
  return active && isChildProcessReplaced();
}

const SPECIFIER = 'rt-std/override';
if (isBundled) throw bundleError(SPECIFIER);
const { [BEFORE]: nodeOptions, NODE_DEBUG } = process.env;
if (nodeOptions !== undefined) restoreNodeOptions(nodeOptions);
if (NODE_DEBUG) debug(() => `override: ${active ? 'on' : `off, since ${SWITCH} is '${value}'`}`);
if (active) {
  // First, as it asks the list of loaded modules: that takes longer once the list is watched.
  startPreload({ specifier: SPECIFIER, path: __filename });
  replaceBuiltins();
  loadAddonBeforeOthers(() => {
    const { loadProcessAddonEarly } = require('./early-addon') as typeof import('./early-addon');
    loadProcessAddonEarly();
  });
}

const override = { CHANNEL_SWITCH, SWITCH, isChannelOurs, isOverridden, originalModules };

/** The types of the module. */
declare namespace override {
  type Originals = Modules;
}

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = override;
