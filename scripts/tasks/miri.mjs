// Runs tests of the query-string codec and of the framing of messages under Miri:
// `npm run test:miri`.
import { main } from '../run/failure.mjs';
import { runMiri } from '../test/miri.mjs';
import { runAll } from '../test/totals.mjs';

await main(() => runAll({ Miri: runMiri }));
