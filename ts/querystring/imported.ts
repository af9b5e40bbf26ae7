/** What the ES module imports: little text to search for exports. */
import querystring = require('./index');

export = querystring;
