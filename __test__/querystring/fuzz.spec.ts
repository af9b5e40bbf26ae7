import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { Random } from '../support/random';
import { backends, type Module, oracle, outcomeOf } from './support/backends';
import { randomLimit, randomObject, randomQuery, randomSeparator, randomText } from './support/inputs';

const COUNT = Number(process.env.RT_FUZZ_COUNT ?? 20_000);
const SEED = Number(process.env.RT_FUZZ_SEED ?? Date.now() % 1_000_000);

type Call = (module: Module, log: (text: string) => void) => unknown;
type Codec = (text: string) => unknown;

function randomCodec(random: Random): Codec {
  const answers: Codec[] = [
    (text) => `<${text}>`,
    (text) => (text.length % 3 === 0 ? undefined : text),
    (text) => text.length,
    () => {
      throw new Error('refused');
    },
    (text) => decodeURIComponent(text),
    (text) => [text],
    () => null,
  ];
  return random.of(answers);
}

/** A codec that tells what it was called with. */
function recorded(codec: Codec | undefined, log: (text: string) => void): Codec | undefined {
  if (codec === undefined) return undefined;
  return (text) => {
    log(text);
    return codec(text);
  };
}

/** Calls of one kind with random arguments, which are made once for both modules. */
const KINDS: ((random: Random) => { call: Call; shown: unknown })[] = [
  (random) => {
    const text = randomQuery(random);
    return { call: (module) => module.parse(text), shown: ['parse', text] };
  },
  (random) => {
    const values = [randomQuery(random), randomSeparator(random, '&'), randomSeparator(random, '=')];
    const maxKeys = randomLimit(random);
    const codec = random.oneIn(3) ? randomCodec(random) : undefined;
    const call: Call = (module, log) => {
      return module.parse(...values, { maxKeys, decodeURIComponent: recorded(codec, log) });
    };
    return { call, shown: ['parse', values, maxKeys, codec] };
  },
  (random) => {
    const object = randomObject(random);
    return { call: (module) => module.stringify(object), shown: ['stringify', object] };
  },
  (random) => {
    const values = [randomObject(random), randomSeparator(random, '&'), randomSeparator(random, '=')];
    const codec = random.oneIn(2) ? randomCodec(random) : undefined;
    const call: Call = (module, log) => {
      return module.stringify(...values, { encodeURIComponent: recorded(codec, log) });
    };
    return { call, shown: ['stringify', values, codec] };
  },
  (random) => {
    const text = randomText(random);
    return { call: (module) => module.escape(text), shown: ['escape', text] };
  },
  (random) => {
    const text = randomText(random);
    return { call: (module) => module.unescape(text), shown: ['unescape', text] };
  },
  (random) => {
    const [text, plus] = [randomText(random), random.oneIn(2)];
    const call: Call = (module) => Array.from(module.unescapeBuffer(text, plus) as Uint8Array);
    return { call, shown: ['unescapeBuffer', text, plus] };
  },
];

function runRecorded(module: Module, call: Call): { outcome: unknown; calls: string[] } {
  const calls: string[] = [];
  return { outcome: outcomeOf(() => call(module, (text) => calls.push(text))), calls };
}

for (const name of ['native', 'wasm', 'browser']) {
  test(`${name}: ${COUNT} random calls come to the same as with Node's module (RT_FUZZ_SEED=${SEED})`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name);
    if (tested === undefined) throw new Error(`no backend ${name}`);
    const random = new Random(SEED);
    for (let count = 0; count < COUNT; count++) {
      const { call, shown } = random.of(KINDS)(random);
      const ours = runRecorded(tested.module, call);
      const theirs = runRecorded(oracle, call);
      if (!isDeepStrictEqual(ours, theirs)) {
        t.log(`call ${count}`, shown);
        t.deepEqual(ours, theirs);
        t.fail('the results differ');
        return;
      }
    }
    t.pass();
  });
}
