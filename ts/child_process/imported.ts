/**
 * What the ES module imports, with little to search for names of exports (`override/imported.ts`).
 */
import childProcess = require('./index');

export = childProcess;
