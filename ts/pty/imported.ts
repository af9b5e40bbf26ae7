/** What the ES module imports: little text to search for exports. */
import pty = require('./index');

export = pty;
