// Runs what several threads share in many interleavings: `npm run test:interleavings`.
import { main } from '../run/failure.mjs';
import { runInterleavings } from '../test/interleavings.mjs';
import { runAll } from '../test/totals.mjs';

await main(() => runAll({ interleavings: runInterleavings }));
