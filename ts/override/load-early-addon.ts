import type * as earlyAddon from './early-addon';

/** Loads our addon, in a process that may not need our `child_process`. */
export function loadEarlyAddon(): void {
  const { loadProcessAddonEarly } = require('./early-addon') as typeof earlyAddon;
  loadProcessAddonEarly();
}
