/**
 * Makes `rt:child_process` and `rt:querystring` real specifiers, for `require`, `import` and dynamic `import()`, in workers and forked children too.
 *
 * To be loaded before the program: `node --import rt-std/register app.mjs`, `--require`, or through `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeOwnChannel } from '../preload/channel';
import { handOn, restoreNodeOptions } from '../preload/hand-on';
import { registerForRequire } from './commonjs';
import { hasSynchronousHooks, registerSynchronously } from './synchronous-hooks';

export { CHANNEL_SWITCH, isChannelOurs } from '../preload/channel';

restoreNodeOptions();
// Before anything lets the event loop run: Node must not have read.
takeOwnChannel();
if (hasSynchronousHooks) {
  registerSynchronously();
} else {
  registerForRequire();
  register(pathToFileURL(join(__dirname, 'import-hooks.mjs')));
}
handOn({ specifier: 'rt-std/register', path: __filename });
