/** What the ES module imports, with little to search for names of exports (`override/imported.ts`). */
import querystring = require('./index');

export = querystring;
