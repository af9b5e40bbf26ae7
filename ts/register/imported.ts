/**
 * What `--import rt-std/register` loads, with little to search for names of exports
 * (`override/imported.ts`).
 */
export { CHANNEL_SWITCH, isChannelOurs } from './index';
