/**
 * Makes `rt:child_process` and `rt:querystring` real specifiers, for `require`, `import` and dynamic `import()`, in workers and forked children too.
 *
 * To be loaded before the program: `node --import rt-std/register app.mjs`, `--require`, or through `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */
import { takeOwnChannel } from '../preload/channel';
import { handOn, restoreNodeOptions } from '../preload/hand-on';
import { registerForRequire } from './commonjs';
import { registerForImport } from './import';
import { hasSynchronousHooks, registerSynchronously } from './synchronous-hooks';

export { CHANNEL_SWITCH, isChannelOurs } from '../preload/channel';

restoreNodeOptions();
// Before anything lets the event loop run: Node must not have read.
takeOwnChannel();
if (hasSynchronousHooks) {
  registerSynchronously();
} else {
  registerForRequire();
  registerForImport();
}
handOn({ specifier: 'rt-std/register', path: __filename });
