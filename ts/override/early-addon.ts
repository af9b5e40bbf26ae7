/** A bundle of its own (`scripts/build/bundle-table.mjs`): a program with addons may not need our `child_process`. */
export { loadProcessAddonEarly } from '../binding/process-addon';
