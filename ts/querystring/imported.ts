/** What the ES module imports: little text to search for exports (`override/imported.ts`). */
import querystring = require('./index');

export = querystring;
