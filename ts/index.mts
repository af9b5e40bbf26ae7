import both from './index.js';

/** The functions of `rt-std/child_process`. */
export const child_process: typeof both.child_process = both.child_process;
/** The functions of `rt-std/querystring`. */
export const querystring: typeof both.querystring = both.querystring;
export default both;
