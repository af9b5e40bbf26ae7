/**
 * What `--import rt-std/override` loads. Node searches each CommonJS module that is imported for
 * the names of its exports, with a parser written in JavaScript: on Node 20 and 22 that takes
 * longer for the preload than Node's own start. Here there is little to search, and what is
 * required is not searched.
 */
export { CHANNEL_SWITCH, isChannelOurs, isOverridden, originalModules, SWITCH } from './index';
