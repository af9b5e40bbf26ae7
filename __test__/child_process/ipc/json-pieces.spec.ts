import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { internal } from '../../support/internals';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { Random } from '../../support/random';
import { sameAsNode } from '../../support/same-as-node';
import { event } from './both-modules';

type Pieces = string | readonly string[];
interface Serialization {
  serializeInParts(message: unknown): Pieces;
}
const { JsonSerialization } = internal<{ JsonSerialization: new () => Serialization }>(
  'child_process/ipc/json-serialization',
);
const { stringifyInPieces } = internal<{
  stringifyInPieces(message: unknown): Pieces | undefined;
}>('child_process/ipc/json-pieces');

/** The whole text, with every second piece quoted. */
const joined = (pieces: Pieces | undefined) =>
  Array.isArray(pieces)
    ? pieces.map((piece, index) => (index % 2 === 1 ? JSON.stringify(piece) : piece)).join('')
    : pieces;

const LONG = 'the quick brown fox '.repeat(100);

const PLAIN: Record<string, unknown> = {
  'an object': { index: 1, text: LONG, more: true },
  'null and true': { text: LONG, nothing: null, yes: true },
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
    t.is(joined(new JsonSerialization().serializeInParts(LONG)), JSON.stringify(LONG));
    t.is(joined(stringifyInPieces(message)) ?? JSON.stringify(message), JSON.stringify(message));
  });

  test(`a long message goes there and back: ${name}`, async (t) => {
    const child = ours.fork(fixture('ipc-echo.js'));
    child.send({ text: LONG });
    await event(child, 'message');
    child.send(message as object);
    const [answer] = await event(child, 'message');
    t.true(isDeepStrictEqual(answer, JSON.parse(JSON.stringify(message))));
    child.disconnect();
    await event(child, 'close');
  });
}

class Page {
  text = LONG;
}

/** Each makes a message that notes what of the program runs while it is written. */
const PROGRAMS: Record<string, (note: (what: string) => void) => unknown> = {
  'a toJSON of its own': () => ({ text: LONG, toJSON: () => 'instead' }),
  'a toJSON within': (note) => ({
    text: LONG,
    inner: {
      toJSON(key: string) {
        note(`toJSON for ${key}`);
        return { key, text: LONG };
      },
    },
    after: LONG,
  }),
  'a toJSON that changes what follows': (note) => {
    const message = {
      text: LONG,
      inner: {
        toJSON() {
          note('toJSON');
          message.later = 'changed';
        },
      },
      later: 'original',
    };
    return message;
  },
  'accessors, once and in order': (note) => ({
    get first() {
      note('first');
      return LONG;
    },
    inner: {
      get second() {
        note('second');
        return LONG;
      },
      toJSON: undefined,
    },
    get third() {
      note('third');
      return { toJSON: () => note('toJSON') };
    },
  }),
  'an accessor that deletes what follows': () => {
    const message: Record<string, unknown> = {};
    Object.defineProperty(message, 'text', { enumerable: true, get: () => delete message.later && LONG });
    message.later = LONG;
    return message;
  },
  'a Date, a class, a Map and boxed values': () => ({
    text: LONG,
    date: new Date(0),
    page: new Page(),
    map: new Map([[1, 2]]),
    boxed: [Object('text'), Object(1), Object(false)],
    string: Object('text'),
  }),
  'a boxed string in the guise of an object': () => ({
    text: LONG,
    guise: Object.setPrototypeOf(Object('text'), Object.prototype),
  }),
  'undefined, a function and a symbol': () => ({
    nothing: undefined,
    run() {},
    tag: Symbol('tag'),
    text: LONG,
    list: [undefined, () => 0],
    run2() {},
  }),
  'a function with a toJSON': () => ({ text: LONG, run: Object.assign(() => 0, { toJSON: () => 'function' }) }),
  'nothing but what is not written': () => ({ inner: { nothing: undefined }, text: LONG, other: { run() {} } }),
  'a hole': () => ({ text: LONG, list: Object.assign(new Array(3), { 0: LONG, 2: 1 }) }),
  'an array': () => [LONG, { text: LONG }],
  'no prototype': () => Object.assign(Object.create(null), { text: LONG }),
  'another prototype': () => Object.create({ inherited: 1 }, { text: { value: LONG, enumerable: true } }),
  'a property that is not enumerable': () => Object.defineProperty({ text: LONG }, 'hidden', { value: LONG }),
  'a Proxy': () =>
    new Proxy({ text: LONG }, { get: (target, key) => (key === 'text' ? `${LONG}other` : Reflect.get(target, key)) }),
  'more properties than are looked at': () => ({
    many: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`name ${index}`, { index, text: LONG }])),
  }),
  'deep objects': () => ({ a: { b: { c: { d: { e: { f: { text: LONG } } } } }, text: LONG } }),
  'short texts only': () => ({ text: 'short' }),
  'an own property that is named __proto__': () => JSON.parse(`{"__proto__":{"text":"${LONG}"},"text":"${LONG}"}`),
};

for (const [name, make] of Object.entries(PROGRAMS)) {
  test(`what is written and what of the program runs is as in JSON.stringify: ${name}`, (t) => {
    const [notes, expectedNotes]: [string[], string[]] = [[], []];
    const serialization = new JsonSerialization();
    serialization.serializeInParts(LONG);
    serialization.serializeInParts({ text: LONG });
    t.is(
      joined(serialization.serializeInParts(make((what) => notes.push(what)))),
      JSON.stringify(make((what) => expectedNotes.push(what))),
    );
    t.deepEqual(notes, expectedNotes);
  });
}

test('cycles, BigInts and exceptions are those of JSON.stringify, and the next message is right', (t) => {
  const serialization = new JsonSerialization();
  const cycle: Record<string, unknown> = { text: LONG, inner: { text: LONG } };
  (cycle.inner as Record<string, unknown>).outer = cycle;
  const throwing = {
    text: LONG,
    get bad(): never {
      throw new RangeError('from the accessor');
    },
  };
  for (const message of [cycle, { text: LONG, big: 1n }, throwing]) {
    serialization.serializeInParts({ text: LONG });
    const error = t.throws(() => serialization.serializeInParts(message));
    const expected = t.throws(() => JSON.stringify(message));
    t.is(error?.constructor, expected?.constructor);
    t.is(error?.message, expected?.message);
    t.is(joined(serialization.serializeInParts({ text: LONG })), JSON.stringify({ text: LONG }));
  }
});

test.serial('a toJSON on a prototype of the language is respected', (t) => {
  for (const prototype of [Object.prototype, Array.prototype, String.prototype, Number.prototype]) {
    Object.defineProperty(prototype, 'toJSON', { value: () => 'patched', configurable: true });
    try {
      const message = { text: LONG, list: [LONG], number: 1 };
      const serialization = new JsonSerialization();
      serialization.serializeInParts(LONG);
      t.is(joined(serialization.serializeInParts(message)), JSON.stringify(message));
      t.is(joined(serialization.serializeInParts(LONG)), JSON.stringify(LONG));
    } finally {
      Reflect.deleteProperty(prototype, 'toJSON');
    }
  }
});

test('random messages, long and short in turns, are what JSON.stringify makes of them', (t) => {
  const seed = Number(process.env.RT_SEED ?? Date.now() % 2 ** 31);
  const random = new Random(seed);
  const text = () => `${LONG.slice(random.below(1900))}${random.of(['', '', '"', '\n', 'é', '\ud83d', '中'])}`;
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
    t.is(joined(serialization.serializeInParts(message)), JSON.stringify(message), `RT_SEED=${seed}`);
  }
});

test.serial(
  'as in Node, what a program puts in the place of JSON.stringify and JSON.parse does not change messages',
  async (t) => {
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
  },
);
