const { keys } = Object;

/**
 * Whether Node has loaded this file by the first `--require`: then no other module has run, and no
 * ES module can have imported anything.
 */
export const isFirstModule: boolean =
  typeof module === 'object' && module.isPreloading && keys(require.cache).length === 1;
