// Builds the documentation site and uses it as readers do, from its files and from a server:
// `npm run test:site`. With `--pictures` it also takes pictures of some pages into
// target/site-pictures.
import { parseArgs } from 'node:util';
import { launch, names } from '../../scripts/browsers/launch.mjs';
import { buildEverything } from '../../scripts/build/everything.mjs';
import { main } from '../../scripts/run/failure.mjs';
import { report } from '../../scripts/run/progress.mjs';
import { runChecks } from '../../scripts/test/checks.mjs';
import { noCounts, sum } from '../../scripts/test/counts.mjs';
import { conclude } from '../../scripts/test/totals.mjs';
import { buildSite } from '../../site/generator/build.mjs';
import { navigationChecks } from './checks/navigation.mjs';
import { pageChecks } from './checks/pages.mjs';
import { takePictures } from './checks/pictures.mjs';
import { useChecks } from './checks/use.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { pictures: { type: 'boolean', default: false } } });
  await buildEverything();
  report('site', 'building it');
  const pages = await buildSite();
  // One browser looks at each page; in both, what scripts do is tried.
  const results = await Promise.all(names.map((name) => runIn(name, pages, values)));
  const total = sum([await runChecks(navigationChecks()), ...results]);
  return conclude(total);
});

async function runIn(name, pages, { pictures }) {
  const driver = await launch(name);
  if (driver.missing) {
    report(name, `skipped: ${driver.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  try {
    const counts = await runChecks(useChecks(name, driver));
    if (name !== 'chromium') return counts;
    if (pictures) await takePictures(driver);
    return sum([counts, await runChecks(pageChecks(driver, pages))]);
  } finally {
    await driver.close();
  }
}
