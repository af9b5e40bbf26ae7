// Compares random programs, which take children from their start to their end, with Node's own
// module: see `../life-cycles/run.mjs`.
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { compareSeeds } from '../life-cycles/seeds.mjs';
import { count, plan, progress, result, seed } from './report.mjs';

/** A program is no sign of life while it is made smaller; each has a time limit of its own. */
const SIGN_OF_LIFE = 10_000;
/** Most of the time of a program goes by waiting for its children. */
const AT_ONCE = 4;
let done = 0;
setInterval(() => progress(done), SIGN_OF_LIFE).unref();

const { seeds, races, found } = await compareSeeds({
  from: seed,
  count,
  atOnce: AT_ONCE,
  node: plan.runtime ? await runtime(plan.runtime) : process.execPath,
  seconds: Number(process.env.RT_LIFE_CYCLES_SECONDS ?? Infinity),
  onProgress: (seedsDone) => {
    done = seedsDone;
    progress(done);
  },
});
result(
  { programs: seeds, different: found.length, 'different once only': races },
  found.map((one) => `seed ${one.seed}: ${one.different.map(({ lane }) => lane).join('; ')}`),
);
