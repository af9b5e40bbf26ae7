/**
 * What `--import rt-std/override` loads. Node searches each CommonJS module that is imported for
 * the names of its exports, with a parser written in JavaScript, and not what is required.
 */
import { createRequire } from 'node:module';

const override = createRequire(import.meta.url)('./index.js') as typeof import('./index.js');

export const { CHANNEL_SWITCH, isChannelOurs, isOverridden, originalModules, SWITCH } = override;
export type Originals = import('./index.js').Originals;
export default override;
