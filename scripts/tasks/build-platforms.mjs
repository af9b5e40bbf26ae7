// Builds the addons of all platforms as they are released, by zig: `npm run build:platforms`, or
// `npm run build:platforms -- --only musl` for those with this text in their name.
import { parseArgs } from 'node:util';
import { buildPlatformAddon } from '../platforms/build-addon.mjs';
import { targets } from '../platforms/targets.mjs';
import { main } from '../run/failure.mjs';
import { runChecks } from '../test/checks.mjs';
import { conclude } from '../test/totals.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

await main(async () => {
  const names = Object.keys(targets).filter((name) => name.includes(options.only));
  return conclude(await runChecks(names.map((name) => [`addon for ${name}`, () => buildPlatformAddon(name)])));
});
