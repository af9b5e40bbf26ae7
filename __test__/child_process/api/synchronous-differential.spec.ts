import { inspect, isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { internal } from '../../support/internals';
import { ours, theirs } from '../../support/modules';
import { Random } from '../../support/random';
import { describeError, type Module } from '../../support/recorder';
import { randomRun } from './random-calls/synchronous-run';

const COUNT = Number(process.env.RT_SYNC_COUNT ?? 15);
const SEED = Number(process.env.RT_SYNC_SEED ?? Date.now() % 1_000_000);
/**
 * A machine may be too busy for the short time limits of some steps: a difference counts when it
 * is there each time.
 */
const ATTEMPTS = 3;
/** So many differences are shown. */
const ENOUGH = 5;

internal<{ processState: { model?: string } }>('process-state').processState.model = 'node';

function outcome(module: Module, seed: number): unknown {
  const [file, args, options] = randomRun(new Random(seed));
  const { pid, error, output, status, signal } = module.spawnSync(file, args, options);
  return { pid: pid > 0, status, signal, error: describeError(error), output: output?.map(shortened) };
}

/** Output as text, where a run of one letter is its length. */
function shortened(output: string | Buffer | null): string | undefined {
  return output
    ?.toString('latin1')
    .replace(/(.)\1{9,}/gs, (all, letter) => `<${all.length} ${JSON.stringify(letter)}>`);
}

/** Some steps are a race with a time limit: a difference counts when it is there each time. */
function outcomes(seed: number): { actual: unknown; expected: unknown } {
  for (let attempt = 1; ; attempt++) {
    const pair = { actual: outcome(ours, seed), expected: outcome(theirs, seed) };
    if (attempt === ATTEMPTS || isDeepStrictEqual(pair.actual, pair.expected)) return pair;
  }
}

test(`${COUNT} random runs give the results of Node's module (RT_SYNC_SEED=${SEED})`, (t) => {
  t.timeout(30_000 + COUNT * 10_000);
  let different = 0;
  for (let seed = SEED; seed < SEED + COUNT && different < ENOUGH; seed++) {
    const { actual, expected } = outcomes(seed);
    if (isDeepStrictEqual(actual, expected)) continue;
    different++;
    const shown = inspect(randomRun(new Random(seed)), { depth: 5, maxStringLength: 1000 });
    t.deepEqual(actual, expected, `with seed ${seed}: ${shown}`);
  }
  t.is(different, 0);
});
