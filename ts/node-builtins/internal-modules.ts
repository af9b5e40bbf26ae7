/**
 * What Node loads before its first ES module. In Node 20 and 22, `--import` and `require('module')`
 * load it too.
 */
export const ES_MODULE_LOADER = 'internal/modules/esm/loader';

/**
 * What Node loads in order to run hooks on a thread of their own: here for the thread, and there.
 */
export const HOOKS = 'internal/modules/esm/hooks';
