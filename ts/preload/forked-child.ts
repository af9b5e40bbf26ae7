/**
 * What the start of a forked child needs besides what each start does: a bundle of its own
 * (`scripts/build/bundle-table.mjs`).
 */
import { awaitTraffic } from '../child_process/parent-channel/await-traffic';
import { onFirstLook } from '../node-builtins/first-look';

// As one value: what a bundle does for named exports is a part of what the start costs.
export = { awaitTraffic, onFirstLook };
