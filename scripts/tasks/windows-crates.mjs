// Runs the tests that the crates have for Windows: `npm run test:windows-crates`. Arguments are
// another command that starts programs for Windows than the Wine that is fetched.
import { main } from '../run/failure.mjs';
import { wine } from '../runtimes/wine.mjs';
import { runAll } from '../test/totals.mjs';
import { testCratesOnWindows } from '../test/windows-crates.mjs';

const given = process.argv.slice(2).filter((argument) => argument !== '--');
const step = 'crates on Windows';

await main(() => runAll({ [step]: async () => testCratesOnWindows(given.length > 0 ? given : await wine(step)) }));
