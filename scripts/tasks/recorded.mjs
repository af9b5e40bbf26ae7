// Runs the slow stages of CI that depend on the crates alone, and records which sources passed:
// `npm run test:recorded`. CI leaves them out until these sources change.
import { recordedStages, runAndRecord } from '../ci/recorded-stages.mjs';
import { main } from '../run/failure.mjs';
import { runAll } from '../test/totals.mjs';

const runners = Object.entries(recordedStages).map(([name, stage]) => [name, () => runAndRecord(name, stage)]);

await main(() => runAll(Object.fromEntries(runners)));
