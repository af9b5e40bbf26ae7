// Builds the addon of this machine's platform in two folders and compares the bytes:
// `npm run check:same-bytes`, or with another platform's name behind `--`.
import { platformName } from '../build/platform.mjs';
import { checkSameBytes } from '../platforms/same-bytes.mjs';
import { main } from '../run/failure.mjs';
import { runChecks } from '../test/checks.mjs';
import { conclude } from '../test/totals.mjs';

const platform = process.argv[2] ?? platformName();

await main(async () => {
  const title = `the addon for ${platform} has the same bytes in another folder and home`;
  return conclude(await runChecks([[title, () => checkSameBytes(platform)]]));
});
