/**
 * What is loaded with the first channel of a process, to a child or to its parent: a bundle of its
 * own (`scripts/build/bundle-table.mjs`).
 */
import { setupChannel } from './ipc/setup-channel';
import { takeChannelOver } from './ipc/take-over';

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { setupChannel, takeChannelOver };
