/**
 * What the ES module imports. Node searches each CommonJS module that is imported for the names of
 * its exports, and not what is required.
 */
import childProcess = require('./index');

export = childProcess;
