/** What `--import rt-std/register` loads: see `override/index.mts`. */
import { createRequire } from 'node:module';

const register = createRequire(import.meta.url)('./index.js') as typeof import('./index.js');

export const { CHANNEL_SWITCH, isChannelOurs } = register;
export default register;
