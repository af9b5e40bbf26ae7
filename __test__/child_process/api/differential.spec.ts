import { inspect, isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { internal } from '../../support/internals';
import { ours, theirs } from '../../support/modules';
import { RandomCall } from './random-calls/call';

const COUNT = Number(process.env.RT_DIFFERENTIAL_COUNT ?? 2000);
const SEED = Number(process.env.RT_DIFFERENTIAL_SEED ?? Date.now() % 1_000_000);

/** Where the reference and Node disagree, Node's behaviour is the one to compare. */
internal<{ processState: { model?: string } }>('process-state').processState.model = 'node';

/** How many calls run at once: most of the time is spent waiting for children. */
const AT_ONCE = 8;
/** How many differences are printed at most. */
const ENOUGH = 5;

test(`${COUNT} random calls give the results of Node's module (RT_DIFFERENTIAL_SEED=${SEED})`, async (t) => {
  let next = 0;
  let different = 0;
  const work = async (): Promise<void> => {
    while (next < COUNT && different < ENOUGH) {
      const seed = SEED + next++;
      const call = new RandomCall(seed);
      const expected = await new RandomCall(seed).observe(theirs);
      const actual = await call.observe(ours);
      if (isDeepStrictEqual(actual, expected)) continue;
      different++;
      const shown = inspect(call.args, { breakLength: Number.POSITIVE_INFINITY, maxStringLength: 500 });
      t.deepEqual(actual, expected, `with seed ${seed}: ${call.name} of ${shown}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  t.is(different, 0);
});
