/**
 * Both modules as namespaces.
 *
 * @packageDocumentation
 */
import childProcess = require('./child_process');
import querystring = require('./querystring');

/** What the entry exports. */
type Modules = {
  /** The functions of `rt-std/child_process`. */
  child_process: typeof childProcess;
  /** The functions of `rt-std/querystring`. */
  querystring: typeof querystring;
};

/** Both modules. */
const both: Modules = { child_process: childProcess, querystring };

export = both;
