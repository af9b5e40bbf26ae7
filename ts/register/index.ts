/**
 * Makes `rt:child_process` and `rt:querystring` real specifiers, for `require`, `import` and
 * dynamic `import()`, in workers and forked children too.
 *
 * To be loaded before the program: `node --import rt-std/register app.mjs`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */
import { bundleError, isBundled } from '../node-builtins/bundled';
import { ES_MODULE_LOADER } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { CHANNEL_SWITCH, isChannelOurs } from '../preload/channel';
import { BEFORE, restoreNodeOptions } from '../preload/own-node-options';
import { startPreload } from '../preload/start';
import { registerForRequire } from './commonjs';
import { registerBeforeOthers } from './cover-register';
import { isOnHooksThread } from './hooks-thread';
import type * as forImport from './import';
import { hasSynchronousHooks, registerSynchronously } from './synchronous-hooks';

const SPECIFIER = 'rt-std/register';
if (isBundled) throw bundleError(SPECIFIER);
const nodeOptions = process.env[BEFORE];
if (nodeOptions !== undefined) restoreNodeOptions(nodeOptions);
startPreload({ specifier: SPECIFIER, path: __filename });
// On the thread for hooks, those of Node 22 cannot do what hooks of this kind ask for.
if (hasSynchronousHooks && !isOnHooksThread()) {
  registerSynchronously();
  registerBeforeOthers();
} else {
  registerForRequire();
  onBuiltinLoad(ES_MODULE_LOADER, () => {
    (require('./import') as typeof forImport).registerForImport(registerBeforeOthers);
  });
}

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = { CHANNEL_SWITCH, isChannelOurs };
