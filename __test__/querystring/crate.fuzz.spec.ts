import { inspect, isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { Random } from '../support/random';
import { backends, type Module } from './support/backends';
import { answersOfCrate, type CrateCall } from './support/crate';
import { COUNT, LONGEST, SEED } from './support/fuzz';
import { longText, randomQuery, randomText } from './support/random-text';

/** One call of the crate, and what a binding has to answer with for the same. */
interface Comparison {
  readonly crate: CrateCall;
  readonly binding: (module: Module) => string[] | undefined;
}

const AT_ONCE = 20_000;
const NOT_ASCII = /[^\0-\x7f]/g;

function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function refusable(call: () => unknown): string[] | undefined {
  try {
    return [call() as string];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URI') return undefined;
    throw error;
  }
}

/** Pairs in the order in which an object has them: a key stands where it came first. */
function grouped(pairs: readonly string[]): string[] {
  const result: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < pairs.length; index += 2) {
    const [key, value] = pairs.slice(index, index + 2) as [string, string];
    result[key] = [...(result[key] ?? []), value];
  }
  return Object.entries(result).flatMap(([key, values]) => values.flatMap((value) => [key, value]));
}

function text(random: Random): string {
  return random.oneIn(500) ? longText(random) : randomText(random);
}

const KINDS: readonly ((random: Random) => Comparison)[] = [
  (random) => {
    const query = randomQuery(random).replace(NOT_ASCII, '');
    const binding = (module: Module): string[] => {
      const pairs = Object.entries(
        module.parse(query, null, null, { maxKeys: 0 }) as Record<string, string | string[]>,
      );
      return pairs.flatMap(([key, values]) => [values].flat().flatMap((value) => [key, value]));
    };
    return { crate: { name: 'parse', texts: [query] }, binding };
  },
  (random) => {
    const keys = random.many(8, () => `k${wellFormed(randomText(random, 3))}`);
    const object = Object.fromEntries(keys.map((key) => [key, wellFormed(text(random))]));
    const texts = Object.entries(object).flat();
    return { crate: { name: 'stringify', texts }, binding: (module) => [module.stringify(object) as string] };
  },
  (random) => {
    const raw = text(random);
    const binding = (module: Module): string[] | undefined => refusable(() => module.escape(raw));
    return { crate: { name: 'escapeUtf16', texts: [raw] }, binding };
  },
  (random) => {
    const raw = wellFormed(text(random));
    return { crate: { name: 'escape', texts: [raw] }, binding: (module) => [module.escape(raw) as string] };
  },
  (random) => {
    const raw = text(random);
    return { crate: { name: 'unescapeUtf16', texts: [raw] }, binding: (module) => [module.unescape(raw) as string] };
  },
  (random) => {
    const raw = text(random).replace(NOT_ASCII, '');
    return { crate: { name: 'unescape', texts: [raw] }, binding: (module) => [module.unescape(raw) as string] };
  },
  (random) => {
    const raw = text(random);
    // Of a unit above 255 the binding, like Node, takes the lower byte only after it has looked
    // for `%` and `+`.
    const bytes = raw.replace(/[^\0-\xff]/g, '\xe9');
    const decode = (module: Module): string => {
      const decoded = module.unescapeBuffer(bytes) as Uint8Array;
      return Buffer.from(decoded).toString('latin1');
    };
    return { crate: { name: 'unescapeBytes', texts: [bytes] }, binding: (module) => [decode(module)] };
  },
];

test(`${COUNT} random calls of the crate give the same as with the bindings (RT_FUZZ_SEED=${SEED})`, async (t) => {
  const tested = await backends();
  t.timeout(LONGEST);
  for (let first = 0; first < COUNT; first += AT_ONCE) {
    const comparisons = Array.from({ length: Math.min(AT_ONCE, COUNT - first) }, (_, index) => {
      const random = new Random(SEED + first + index);
      return random.of(KINDS)(random);
    });
    const answers = answersOfCrate(comparisons.map(({ crate }) => crate));
    for (const [index, { crate, binding }] of comparisons.entries()) {
      const answer = answers[index];
      const expected = crate.name === 'parse' ? grouped(answer ?? []) : answer;
      for (const { name, module } of tested) {
        const actual = binding(module);
        if (isDeepStrictEqual(actual, expected)) continue;
        t.log(`${name}: RT_FUZZ_SEED=${SEED + first + index} RT_FUZZ_COUNT=1 makes the call again`, inspect(crate));
        t.deepEqual(actual, expected);
      }
    }
    // ava hears from this process now and then.
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.pass();
});
