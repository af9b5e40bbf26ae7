/**
 * Runs random programs, which start, signal, talk to and end children in every way, once with
 * Node's own module and once with ours, and compares what they see.
 *
 *   npm run test:life-cycles [-- --seeds <number>] [--from <seed>] [--node <executable>]
 *     [--at-once <number>] [--seconds <number>] [--program <JSON>]
 *
 * A difference that is there each of six times, and each of twenty when no other program runs, is
 * printed with the smallest program that shows it; `--program` runs that again. One that is not is
 * a race, and counted; a crash of ours is none. Ends with 1 when there was a difference.
 */
import { inspect, parseArgs } from 'node:util';
import { Comparison } from './comparison.mjs';
import { compareSeeds } from './seeds.mjs';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    node: { type: 'string', default: process.execPath },
    'at-once': { type: 'string', default: '2' },
    seconds: { type: 'string', default: 'Infinity' },
    program: { type: 'string' },
  },
});

function show({ program, different }, title) {
  console.log(`${title}: a difference with`);
  console.log(`  --program '${JSON.stringify(program).replaceAll("'", "'\\''")}'`);
  console.log(inspect(different, { depth: 9, breakLength: 160, maxStringLength: 400 }));
  process.exitCode = 1;
}

if (options.program) {
  const comparison = new Comparison(options.node);
  const outcome = await comparison.of(JSON.parse(options.program), { isShrunk: false });
  if (typeof outcome === 'string') console.log(outcome);
  else show(outcome, 'the program');
  comparison.end();
} else {
  const from = Number(options.from);
  console.log(`--seeds ${options.seeds} --from ${from} --node ${options.node}`);
  const { seeds, races, found } = await compareSeeds({
    from,
    count: Number(options.seeds),
    node: options.node,
    atOnce: Number(options['at-once']),
    seconds: Number(options.seconds),
    onProgress: (done) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done}`);
      else if (done % 1000 === 0) console.log(`${done} programs`);
    },
    onDifference: (outcome, seed) => show(outcome, `seed ${seed}`),
  });
  console.log(`${seeds} programs, ${found.length} different, ${races} races`);
}
