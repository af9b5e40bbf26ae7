// Runs the querystring specs in real browsers, bundled by each bundler, and uses the pages of the
// examples: `npm run test:browsers`.
// With `--record`, docs/compatibility.md shows the results, and every bundle runs all specs.
import { parseArgs } from 'node:util';
import { launch, names } from '../../../scripts/browsers/launch.mjs';
import { serve } from '../../../scripts/browsers/static-server.mjs';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { buildSpecs } from '../../../scripts/build/typescript.mjs';
import { main, outcome } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { noCounts, sum } from '../../../scripts/test/counts.mjs';
import { conclude } from '../../../scripts/test/totals.mjs';
import { formChecks } from './checks/form.mjs';
import { noticing } from './checks/noticing.mjs';
import { playgroundChecks } from './checks/playground.mjs';
import { readmeChecks } from './checks/readme.mjs';
import { refusals } from './checks/refusals.mjs';
import { serviceWorkerChecks } from './checks/service-worker.mjs';
import { long, specs } from './checks/specs.mjs';
import { terminalChecks } from './checks/terminal.mjs';
import { policies } from './policies.mjs';
import { bundlers, makeProject } from './project.mjs';
import { recordBrowsers } from './record.mjs';
import { places } from './run-in-browser.mjs';

const random = {
  seed: Number(process.env.RT_FUZZ_SEED ?? Date.now() % 1_000_000_000),
  count: Number(process.env.RT_FUZZ_COUNT ?? 2_000),
};

await main(async () => {
  const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });
  await buildEverything();
  await buildSpecs();
  const project = await makeProject(random);
  // Each browser has a core for itself on the smallest machine.
  const results = await Promise.all(names.map((name) => runIn(name, project, values.record)));
  if (values.record) await recordBrowsers(project, results);
  const total = sum(results.flatMap(({ rows, checks }) => [...rows.map(({ counts }) => counts), checks]));
  return conclude(total);
});

/** Everything in one browser. */
async function runIn(name, project, isWhole) {
  const driver = await launch(name);
  if (driver.missing) {
    report(name, `skipped: ${driver.missing}`);
    return { name, rows: [], checks: { ...noCounts(), skipped: 1 } };
  }
  try {
    const version = (await driver.version()).split('/')[1];
    report(name, version);
    const rows = [];
    for (const [index, bundler] of Object.keys(bundlers).entries()) {
      // The codec is the same in each bundle.
      const leftOut = isWhole || index === 0 ? [] : long;
      const folder = await project.bundled(bundler, 'specs');
      const server = await serve(folder, { policy: policies.webAssembly });
      for (const place of Object.keys(places)) {
        const step = `${name}, ${bundler}, ${place}`;
        const counts = await outcome(() => specs(step, { driver, server }, { place, leftOut, folder, ...random }));
        rows.push({ bundler, place, counts });
      }
      server.close();
    }
    const reasons = new Set();
    const checks = await runChecks(otherChecks(name, driver, project), (reason) => reasons.add(reason));
    return { name, version, rows, checks, reasons: [...reasons] };
  } finally {
    await driver.close();
  }
}

async function* otherChecks(name, driver, project) {
  const folder = await project.bundled('esbuild', 'specs');
  yield* noticing(name, driver, folder);
  yield* refusals(name, driver, folder);
  yield* serviceWorkerChecks(name, driver, project);
  yield* readmeChecks(name, driver, project, Object.keys(bundlers));
  yield* playgroundChecks(name, driver);
  yield* formChecks(name, driver);
  if (process.platform === 'linux') yield* terminalChecks(name, driver);
}
