/**
 * What `--import rt-std/override` loads. Node searches each CommonJS module that is imported for
 * the names of its exports, with a parser written in JavaScript, and not what is required.
 */
import { createRequire } from 'node:module';

// In a bundle, another file would be loaded.
if (!/\/override\/index\.mjs$/.test(import.meta.url)) {
  throw new Error('rt-std/override cannot be part of a bundle: leave it out (docs/bundlers.md)');
}
const override = createRequire(import.meta.url)('./index.js') as typeof import('./index.js');

export const { CHANNEL_SWITCH, isChannelOurs, isOverridden, originalModules, SWITCH } = override;
export type Originals = import('./index.js').Originals;
export default override;
