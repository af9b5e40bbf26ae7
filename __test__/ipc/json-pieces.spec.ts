import test from 'ava';
import { internal } from '../support/internals';
import { Random } from '../support/random';
import { event, fixture, sameAsNode } from './both-modules';

interface Serialization {
  serialize(message: unknown): string;
}
const { JsonSerialization } = internal<{ JsonSerialization: new () => Serialization }>(
  'child_process/ipc/json-serialization',
);
const { stringifyInPieces } = internal<{ stringifyInPieces(message: unknown): string | undefined }>(
  'child_process/ipc/json-pieces',
);

const LONG = 'the quick brown fox '.repeat(400);

const PLAIN: Record<string, unknown> = {
  'an object': { index: 1, text: LONG, more: true },
  'no prototype of a class': Object.assign({ text: LONG }, { nothing: null }),
  'objects within': { type: 'page', payload: { body: LONG, tags: ['a', 'b', {}], nested: [[], [LONG]] } },
  'an array': [1, LONG, null, LONG],
  'names that are numbers': { 10: 'b', text: LONG, 2: 'a' },
  'a name to be escaped': { 'a"\n': LONG, '': 0 },
  'a long name': { [LONG]: LONG },
  'numbers of all kinds': { text: LONG, numbers: [0, -0, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, -1e-7] },
  'text that is not ASCII': { text: `${LONG}äöü😀\u2028\u2029\x7f` },
  'text of two bytes a character': { text: '中文'.repeat(5000) },
  'escapes in one of two': { one: `${LONG}"`, other: LONG },
  'a backslash': { text: `${LONG}\\` },
  'a control character': { text: `${LONG}\x1f${LONG}` },
  'unpaired surrogates': { text: `${LONG}\ud800${LONG}`, end: `${LONG}\udc00` },
  'U+FFFD': { text: `${LONG}\ufffd` },
  'a symbol for a name': { text: LONG, [Symbol('hidden')]: 1 },
};

for (const [name, message] of Object.entries(PLAIN)) {
  test(`a long message is what JSON.stringify makes of it: ${name}`, (t) => {
    t.is(stringifyInPieces(message), JSON.stringify(message));
  });
}

class Page {
  text = LONG;
}

const NOT_PLAIN: Record<string, () => unknown> = {
  'a toJSON of its own': () => ({ text: LONG, toJSON: () => 'instead' }),
  'a toJSON within': () => ({ text: LONG, inner: { toJSON: (key: string) => `for ${key}` } }),
  'a Date': () => ({ text: LONG, date: new Date(0) }),
  'a class': () => new Page(),
  'a Map and a boxed string': () => ({ text: LONG, map: new Map([[1, 2]]), boxed: new String('text') }),
  undefined: () => ({ text: LONG, nothing: undefined, list: [undefined] }),
  'a function and a symbol': () => ({ text: LONG, run() {}, tag: Symbol('tag') }),
  'an accessor': () => {
    let reads = 0;
    return {
      text: LONG,
      get reads() {
        reads += 1;
        return reads;
      },
    };
  },
  'an accessor in an array': () => Object.defineProperty([LONG, 1], 1, { get: () => 'from the accessor' }),
  'a hole': () => Object.assign(new Array(3), { 0: LONG, 2: 1 }),
  'no prototype': () => Object.assign(Object.create(null), { text: LONG }),
  'another prototype': () => Object.create({ inherited: 1 }, { text: { value: LONG, enumerable: true } }),
  'a Proxy': () =>
    new Proxy({ text: LONG }, { get: (target, key) => (key === 'text' ? 'other' : Reflect.get(target, key)) }),
  'more properties than are looked at': () => ({ text: LONG, many: Array.from({ length: 100 }, (_, index) => index) }),
  'short texts only': () => ({ text: 'short' }),
};

for (const [name, make] of Object.entries(NOT_PLAIN)) {
  test(`a message that is not plain, or not long, is left to JSON.stringify: ${name}`, (t) => {
    t.is(stringifyInPieces(make()), undefined);
    const serialization = new JsonSerialization();
    serialization.serialize({ text: LONG });
    t.is(serialization.serialize(make()), JSON.stringify(make()));
  });
}

test('an own property that is named __proto__', (t) => {
  const message = JSON.parse(`{"__proto__":{"text":"${LONG}"},"text":"${LONG}"}`);
  t.is(stringifyInPieces(message), JSON.stringify(message));
});

test('cycles and BigInts fail as in JSON.stringify, and the next message is right', (t) => {
  const serialization = new JsonSerialization();
  const cycle: unknown[] = [LONG];
  cycle.push(cycle);
  for (const message of [cycle, { text: LONG, big: 1n }]) {
    serialization.serialize({ text: LONG });
    const error = t.throws(() => serialization.serialize(message), { instanceOf: TypeError });
    const expected = t.throws(() => JSON.stringify(message), { instanceOf: TypeError });
    t.is(error?.message, expected?.message);
    t.is(serialization.serialize({ text: LONG }), JSON.stringify({ text: LONG }));
  }
});

test.serial('a toJSON on a prototype of the language is respected', (t) => {
  for (const prototype of [Object.prototype, Array.prototype, String.prototype, Number.prototype]) {
    Object.defineProperty(prototype, 'toJSON', { value: () => 'patched', configurable: true });
    try {
      const message = { text: LONG, list: [LONG], number: 1 };
      const serialization = new JsonSerialization();
      serialization.serialize(LONG);
      t.is(serialization.serialize(message), JSON.stringify(message));
      t.is(serialization.serialize(LONG), JSON.stringify(LONG));
    } finally {
      Reflect.deleteProperty(prototype, 'toJSON');
    }
  }
});

test('random messages, long and short in turns, are what JSON.stringify makes of them', (t) => {
  const seed = Number(process.env.RT_SEED ?? Date.now() % 2 ** 31);
  const random = new Random(seed);
  const text = () => `${LONG.slice(random.below(4000))}${random.of(['', '', '"', '\n', 'é', '\ud83d', '中'])}`;
  const value = (depth: number): unknown => {
    switch (random.below(depth > 3 ? 6 : 9)) {
      case 0:
        return text() + text();
      case 1:
        return random.below(1000) / 8;
      case 2:
        return random.of([null, true, false, undefined, new Date(0)]);
      case 6:
        return random.many(4, () => value(depth + 1));
      case 7:
      case 8:
        return Object.fromEntries(random.many(6, () => [random.of(['a', 'b"', '1', 'text', 'é']), value(depth + 1)]));
      default:
        return random.of(['', 'short', 'é"']);
    }
  };
  const serialization = new JsonSerialization();
  for (let count = 0; count < 2000; count++) {
    const message = value(0) ?? null;
    t.is(serialization.serialize(message), JSON.stringify(message), `RT_SEED=${seed}`);
  }
});

test('as in Node, what a program puts in the place of JSON.stringify and JSON.parse does not change messages', async (t) => {
  const { parse, stringify } = JSON;
  const echoes = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    JSON.stringify = () => '"patched"';
    JSON.parse = () => 'patched';
    try {
      child.send({ text: 'original' });
      return await event(child, 'message');
    } finally {
      Object.assign(JSON, { parse, stringify });
      child.disconnect();
    }
  });
  t.deepEqual(echoes[0], { text: 'original' });
});
