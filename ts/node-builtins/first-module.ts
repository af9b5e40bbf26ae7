/**
 * Whether Node has loaded this file by the first `--require`: then no other module has run, and no
 * ES module can have imported anything.
 */
export function isFirstModule(): boolean {
  return module.isPreloading && Object.keys(require.cache).length === 1;
}
