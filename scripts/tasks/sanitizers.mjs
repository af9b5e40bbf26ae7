// Runs the crates' tests and specs of the addon under sanitizers: `npm run test:sanitizers`. Names
// of runs (`address`, `addon`, `thread`) limit it to these; `--record` keeps the results for
// docs/reliability.md.
import { parseArgs } from 'node:util';
import { main } from '../run/failure.mjs';
import { record, sanitizers } from '../test/sanitizers.mjs';
import { runAll } from '../test/totals.mjs';

await main(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { record: { type: 'boolean', default: false } },
  });
  const wanted = Object.entries(sanitizers).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const runner = ([name, run]) => [
    name,
    async () => {
      const counts = await run();
      // One that could not run has nothing to show.
      if (values.record && counts.passed + counts.failed > 0) await record(name, counts);
      return counts;
    },
  ];
  return runAll(Object.fromEntries(wanted.map(runner)));
});
