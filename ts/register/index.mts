/** What `--import rt-std/register` loads: see `override/index.mts`. */
import { createRequire } from 'node:module';

// In a bundle, another file would be loaded.
if (!/\/register\/index\.mjs$/.test(import.meta.url)) {
  throw new Error('rt-std/register cannot be part of a bundle: leave it out (docs/bundlers.md)');
}
const register = createRequire(import.meta.url)('./index.js') as typeof import('./index.js');

export const { CHANNEL_SWITCH, isChannelOurs } = register;
export default register;
