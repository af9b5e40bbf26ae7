/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): a program with addons may not need our
 * `child_process`.
 */
import { loadProcessAddonEarly } from '../binding/process-addon';

// As one value, for the reason that `child_process/channels.ts` has.
export = { loadProcessAddonEarly };
