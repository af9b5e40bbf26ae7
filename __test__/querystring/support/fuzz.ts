import { inspect, isDeepStrictEqual } from 'node:util';
import type { ExecutionContext } from 'ava';
import { Random } from '../../support/random';
import { backends, type Module, oracle, type Tested, WITHOUT_BUFFER } from './backends';
import { outcomeOf, type Play, picker, type Seen, see } from './play';

/**
 * `RT_FUZZ_COUNT`: how many calls each of the two fuzzers makes with every backend; `Infinity` goes
 * on until it is stopped.
 */
export const COUNT = Number(process.env.RT_FUZZ_COUNT ?? 100_000);
/**
 * `RT_FUZZ_SEED`: where to begin. A call depends on its own seed only, which is this plus the
 * number of the call.
 */
export const SEED = Number(process.env.RT_FUZZ_SEED ?? Date.now() % 1_000_000_000);

const BETWEEN_REPORTS = 2_000;
/** No limit of time: `ava` takes no longer one. */
export const LONGEST = 2 ** 31 - 1;

/** What is compared with Node's module, and in how many calls. */
interface Comparison {
  readonly tested?: readonly Tested[];
  readonly count?: number;
}

/**
 * Makes random calls with Node's module and with every backend, and fails at the first difference.
 */
export async function compareWithNode(
  t: ExecutionContext,
  plays: readonly Play[],
  { tested: given, count = COUNT }: Comparison = {},
): Promise<void> {
  const pick = picker(plays);
  const tested = given ?? (await backends());
  t.timeout(LONGEST);
  let compared = 0;
  for (; compared < count; compared++) {
    // ava hears from this process now and then.
    if (compared % BETWEEN_REPORTS === 0) await new Promise((resolve) => setTimeout(resolve));
    const seed = SEED + compared;
    const theirs = play(pick, seed, oracle);
    for (const { name, module } of tested) {
      const browser = WITHOUT_BUFFER.includes(name);
      if (browser && theirs.play.withBuffer) continue;
      const expected = browser ? withoutBuffer(theirs.seen) : theirs.seen;
      const ours = play(pick, seed, module).seen;
      const actual = browser ? withoutBuffer(ours) : ours;
      if (isDeepStrictEqual(actual, expected)) continue;
      t.log(
        `${name}: call ${compared}; RT_FUZZ_SEED=${seed} RT_FUZZ_COUNT=1 makes it again`,
        shown(shownCall(pick, seed)),
      );
      t.is(shown(actual), shown(expected));
      t.fail('the results differ in what is not shown');
      return;
    }
  }
  t.is(compared, count);
}

function play(pick: (random: Random) => Play, seed: number, module: Module): { play: Play; seen: Seen } {
  const random = new Random(seed);
  const picked = pick(random);
  return { play: picked, seen: see(picked, random, module) };
}

/** The browser's `unescapeBuffer` returns bytes that are no Buffer. */
function withoutBuffer({ outcome, trace }: Seen): Seen {
  const { result } = outcome;
  return result instanceof Uint8Array ? { outcome: { bytes: Array.from(result) }, trace } : { outcome, trace };
}

/** Not as ava shows values: there may be proxies that answer nothing any more. */
function shown(value: unknown): string {
  return inspect(value, { depth: 6, maxArrayLength: 100, maxStringLength: 2000, showHidden: true });
}

/** The function of a call and its arguments. */
function shownCall(pick: (random: Random) => Play, seed: number): unknown {
  const random = new Random(seed);
  const shown: unknown[] = [];
  const show =
    (name: string) =>
    (...values: unknown[]) => {
      shown.push(name, ...values);
      return '';
    };
  const names = Object.keys(oracle) as (keyof Module)[];
  const spy = Object.fromEntries(names.map((name) => [name, show(name)])) as unknown as Module;
  outcomeOf(() => see(pick(random), random, spy));
  return shown;
}
