/**
 * Measures what the module leaves behind, and that nothing hangs or gets lost, part by part.
 *
 *   npm run test:reliability [-- --part <name>]… [--count <number> | --quick]
 *     [--seed <number>] [--record | --add]
 *
 * All parts by default, with the counts of `parts.mjs` (hours on a small machine); `--quick` makes
 * few rounds of each. `--record` writes what was measured for `docs/reliability.md`; `--add` does
 * so, too, and keeps what was recorded before as an earlier run, which had another seed. Ends with
 * 1 when a part failed.
 */
import { parseArgs } from 'node:util';
import { parts } from './parts.mjs';
import { earlierRuns, record } from './results.mjs';
import { runPart } from './run-part.mjs';
import { runPartSpecs } from './run-specs.mjs';

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: Object.keys(parts) },
    count: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    record: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
  },
});

const seed = Number(options.seed);
for (const name of options.part) {
  const part = parts[name];
  if (!part) throw new RangeError(`no part ${name}; there are: ${Object.keys(parts).join(', ')}`);
  const count = Number(options.count ?? (options.quick ? part.quick : part.count));
  console.log(`${name}: ${part.about} (--part ${name} --count ${count} --seed ${seed})`);
  const showProgress = (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done}`);
  };
  const run = part.program ? runPart(part, count, seed, showProgress) : runPartSpecs(part, count, seed);
  const { measured, failures, seconds } = await run;
  const figures = Object.entries(measured).map(([label, value]) => `${label}: ${value}`);
  console.log(`${process.stdout.isTTY ? '\r' : ''}  ${figures.join(', ')}; ${seconds.toFixed(0)} s`);
  for (const failure of failures) console.error(`  failed: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  if (options.record || options.add) {
    const earlier = options.add ? await earlierRuns(name, seed) : [];
    await record(name, { about: part.about, count, seed, measured, failures, seconds: Math.round(seconds), earlier });
  }
}
