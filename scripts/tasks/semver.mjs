// Compares what the crates publish with an earlier revision: `npm run check:semver`, or
// `npm run check:semver -- <revision>`.
import { main } from '../run/failure.mjs';
import { checkSemver } from '../test/semver.mjs';
import { runAll } from '../test/totals.mjs';

await main(() => runAll({ semver: () => checkSemver(process.argv[2]) }));
