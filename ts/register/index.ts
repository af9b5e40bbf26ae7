/**
 * Makes `rt:child_process` and `rt:querystring` real specifiers, for `require`, `import` and
 * dynamic `import()`, in workers and forked children too.
 *
 * To be loaded before the program: `node --import rt-std/register app.mjs`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */
import { refuseBundle } from '../node-builtins/own-place';
import { CHANNEL_SWITCH, isChannelOurs, takeOwnChannel } from '../preload/channel';
import { handOn } from '../preload/hand-on';
import { restoreNodeOptions } from '../preload/own-node-options';
import { registerForRequire } from './commonjs';
import { isOnHooksThread, registerBeforeOthers, registerForImport } from './import';
import { hasSynchronousHooks, registerSynchronously } from './synchronous-hooks';

refuseBundle('rt-std/register');
restoreNodeOptions();
// Before anything lets the event loop run: Node must not have read.
takeOwnChannel();
// On the thread for hooks, those of Node 22 cannot do what hooks of this kind ask for.
if (hasSynchronousHooks && !isOnHooksThread()) {
  registerSynchronously();
  registerBeforeOthers();
} else {
  registerForRequire();
  registerForImport();
}
handOn({ specifier: 'rt-std/register', path: __filename });

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = { CHANNEL_SWITCH, isChannelOurs };
