/**
 * Both modules as namespaces.
 *
 * @packageDocumentation
 */
import child_process = require('./child_process');
import querystring = require('./querystring');

export = { child_process, querystring };
