// A test for each feature of execa's documentation, by its pages.
import './execution.mjs';
import './input-and-output.mjs';
import './lines-and-transforms.mjs';
import './streams.mjs';
import './pipes.mjs';
import './messages.mjs';
import './termination.mjs';
import './errors.mjs';
import './debugging.mjs';
