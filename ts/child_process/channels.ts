/** What is loaded with the first channel of a process, to a child or to its parent: a bundle of its own (`scripts/build/bundle-table.mjs`). */
export { setupChannel } from './ipc/setup-channel';
export { takeChannelOver } from './ipc/take-over';
