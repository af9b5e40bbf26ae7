/**
 * Replaces Node's `child_process` and `querystring` for the whole program, its dependencies, its
 * workers and the children that it forks.
 *
 * To be loaded before the program: `node --import rt-std/override app.js`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */

import { loadAddonBeforeOthers } from '../node-builtins/other-addons';
import { takeOwnChannel } from '../preload/channel';
import { handOn, restoreNodeOptions } from '../preload/hand-on';
import { isChildProcessReplaced, replaceBuiltins } from './builtins';

export { CHANNEL_SWITCH, isChannelOurs } from '../preload/channel';
export { type Originals, originalModules } from './builtins';

/**
 * An environment variable: with the value `off`, the process it is given to keeps Node's own
 * modules.
 */
export const SWITCH = 'RT_STD_OVERRIDE';

const active = process.env[SWITCH] !== 'off';

/**
 * Whether both of Node's modules are replaced in this process. To find out, `child_process` is
 * loaded.
 */
export function isOverridden(): boolean {
  return active && isChildProcessReplaced();
}

restoreNodeOptions();
if (active) {
  replaceBuiltins();
  loadAddonBeforeOthers(() => {
    const { loadProcessAddonEarly } = require('./early-addon') as typeof import('./early-addon');
    loadProcessAddonEarly();
  });
  takeOwnChannel();
  handOn({ specifier: 'rt-std/override', path: __filename });
}
