/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): a program with addons may not need our
 * `child_process`.
 */
import { loadProcessAddonEarly } from '../binding/process-addon';

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { loadProcessAddonEarly };
