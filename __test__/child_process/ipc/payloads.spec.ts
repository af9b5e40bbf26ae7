import { isDeepStrictEqual } from 'node:util';
import { DefaultSerializer } from 'node:v8';
import test from 'ava';
import { internal } from '../../support/internals';
import { Random } from '../../support/random';
import { framed, readFromChannel, writtenPayloads } from './raw-channel';

const { payloadReader } = internal<{
  payloadReader(): (bytes: Buffer, firstLength: number) => unknown[];
}>('child_process/ipc/channel-deserializer');
const readPayloads = payloadReader();
const { flatParts } = internal<{ flatParts(message: unknown): unknown[] | undefined }>(
  'child_process/ipc/flat-message',
);
const { MalformedMessage } = internal<{ MalformedMessage: new (cause: unknown) => object }>(
  'child_process/ipc/malformed-message',
);

/** What V8 writes with a serializer that has written nothing before. */
function writtenAlone(message: unknown): Buffer {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** The result of a call, or the message of what it throws. */
function outcome(call: () => Buffer): Buffer | string {
  try {
    return call();
  } catch (error) {
    return (error as Error).message;
  }
}

const shared = { nested: true };

class Point {
  readonly x = 1;
  get y(): number {
    return 2;
  }
}

/** Makes messages. Those of the first kinds are written natively, those of the others not. */
const KINDS: readonly ((random: Random) => unknown)[] = [
  (random) => ({ index: random.below(2 ** 31), text: 'the quick'.slice(0, random.below(9)) }),
  (random) => ({ '^': '^'.repeat(random.below(600)), number: random.below(200), e47: 47 }),
  (random) => ({
    latin: 'é'.repeat(random.below(600)),
    odd: 'x'.repeat(random.below(4)),
    wide: 'é中'.repeat(random.below(600)),
    half: '\ud800',
    yes: true,
    no: false,
  }),
  (random) => ({
    wide: '中x'.repeat(500 + random.below(1500)),
    narrow: 'é'.repeat(1000 + random.below(1500)),
    odd: 'x'.repeat(random.below(4)),
    late: `${'x'.repeat(1000 + random.below(1500))}中\ud800`,
    lateNarrow: `${'x'.repeat(1000 + random.below(1500))}é`,
  }),
  (random) => ({
    ['中'.repeat(1000 + random.below(100))]: 1,
    [`1${'x'.repeat(1100)}`]: 2,
    [`1${'é'.repeat(1100)}`]: 3,
  }),
  () => ({
    numbers: 2 ** 31,
    least: -(2 ** 31),
    none: Number.NaN,
    tiny: 5e-324,
    most: Number.MAX_VALUE,
    safe: 2 ** 53 - 1,
    minus: -1,
  }),
  () => ({ '': '', '\0': '\0', 'a"\n\\': '"\n\\\u2028', __proto__: null, é: 'é', 中: 1 }),
  () => JSON.parse('{"__proto__":"own","toJSON":1}'),
  (random) => ({
    text: `${'é'.repeat(random.below(3))}中文${'😀'.repeat(random.below(3))}`,
    zero: -0,
    none: undefined,
  }),
  () => ({}),
  () => ({ large: 123456789012345678901234567890n, fraction: 1.5, infinite: Number.POSITIVE_INFINITY, no: null }),
  () => new Point(),
  () => Object.assign(Object.create(null), { bare: true }),
  () => Object.defineProperty({ seen: 1 }, 'hidden', { value: shared }),
  () => ({ [Symbol('key')]: 1, text: 'x'.repeat(20_000) }),
  () => ({ shared }),
  () => ({ one: shared, other: shared }),
  () => [shared, shared],
  () => {
    const cycle: Record<string, unknown> = { text: '^' };
    cycle.self = cycle;
    return cycle;
  },
  () => new Map([[shared, shared]]),
  () => Object.setPrototypeOf(new Map([[shared, shared]]), Object.prototype),
  () => Object.setPrototypeOf(new Set([shared]), null),
  () => new Date(0),
  () => ({ '47': 47, index: 'a name that is a number' }),
  () => ({ list: [[], {}, [1, 'two', { three: [null] }], 'x'.repeat(300)], text: 'y'.repeat(300) }),
  () => Object.assign(new Array(3), { 0: 1, 2: 3 }),
  () => Object.assign([1], { more: 2 }),
  () => 'z'.repeat(1000),
  () => Object.setPrototypeOf(new Date(0), Object.prototype),
  () => Object.setPrototypeOf(/guise/, Object.prototype),
  () => Object.setPrototypeOf(new Uint8Array(3), Object.prototype),
  () => Object.assign(new Error('message'), { code: 'E' }),
  () => new String('boxed'),
  () => ({ value: () => {} }),
  () => ({ first: 1, value: Symbol('s') }),
  () => new Proxy({ index: 1 }, {}),
  () => new ArrayBuffer(0x52),
  () => 'text',
  () => 0x5e,
];

const { isInternalMessage } = internal<{ isInternalMessage(message: unknown): boolean }>(
  'child_process/ipc/internal-message',
);

const seed = Number(process.env.RT_FUZZ_SEED ?? 1);

/** What can be written: some of the kinds are for other messages than a program may send. */
function messages(random: Random, most: number): unknown[] {
  return random
    .many(most, () => random.of(KINDS)(random))
    .filter((message) => {
      try {
        return writtenAlone(message);
      } catch {
        return false;
      }
    });
}

test(`what is written natively is what V8 writes, also when messages share objects or are sent again (seed ${seed})`, async (t) => {
  const random = new Random(seed);
  const sent = messages(random, 5000).concat(messages(random, 5000));
  for (let index = 0; index < sent.length; index += 7) sent[index] = sent[random.below(index + 1)];
  const actual = await writtenPayloads((child) => {
    for (const message of sent) child.send(message as object);
  });
  t.is(actual.length, sent.length);
  for (const [index, message] of sent.entries()) {
    const expected = writtenAlone(message);
    if (!actual[index]?.equals(expected)) t.deepEqual(actual[index], expected, `message ${index}`);
  }
});

test('what cannot be written is the error of the serializer, and the messages around it leave', async (t) => {
  const bad = [new Proxy({ a: 1 }, {}), { run() {} }, { first: 1, tag: Symbol('tag') }, { inner: () => 0 }];
  const payloads = await writtenPayloads((child) => {
    for (const message of bad) {
      const expected = t.throws(() => writtenAlone(message));
      t.is(t.throws(() => child.send(message))?.message, expected?.message);
      child.send({ next: 1 });
    }
  });
  t.deepEqual(payloads, Array(bad.length).fill(writtenAlone({ next: 1 })));
});

test('what was made as something else than a plain object is left to the serializer, whatever its prototype', async (t) => {
  const makers: readonly (() => object)[] = [
    () => Object(1n),
    () => Object(Symbol('boxed')),
    () => Object(1),
    () => Object('text'),
    () => Object(true),
    () => (function* () {})(),
    () => (async function* () {})(),
    () => new Map().keys(),
    () => new Set().values(),
    () => new Map(),
    () => Promise.resolve(),
  ];
  const disguised = makers.map((make) => Object.assign(Object.setPrototypeOf(make(), Object.prototype), { index: 1 }));
  for (const message of disguised) t.is(flatParts(message), undefined);
  const expectedOf = (message: object) => outcome(() => writtenAlone(message));
  const payloads = await writtenPayloads((child) => {
    for (const message of disguised) {
      const expected = expectedOf(message);
      if (typeof expected === 'string') t.is(t.throws(() => child.send(message))?.message, expected);
      else child.send(message);
    }
  });
  t.deepEqual(
    payloads,
    disguised.map(expectedOf).filter((expected) => typeof expected !== 'string'),
  );
});

test('accessors that a program puts on the prototype of objects do not run', (t) => {
  const message = { index: 1 };
  const ran: string[] = [];
  const withGetter = {
    get index() {
      return ran.push('getter');
    },
  };
  const names = ['get', 'set', 'value'];
  const accessor = { __proto__: null, configurable: true, get: () => ran.push('accessor'), set: undefined };
  let parts: unknown;
  try {
    for (const name of names) Object.defineProperty(Object.prototype, name, accessor as object);
    parts = [flatParts(message), flatParts(withGetter)];
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
  t.deepEqual(parts, [['index', 1], undefined]);
  t.deepEqual(ran, []);
});

test('what a program puts in the place of built-in functions does not change what is written', async (t) => {
  const { keys } = Object;
  const message = { index: 1, text: 'x'.repeat(300) };
  const payloads = await writtenPayloads((child) => {
    Object.keys = () => ['patched'];
    try {
      child.send(message);
    } finally {
      Object.keys = keys;
    }
  });
  t.deepEqual(payloads, [writtenAlone(message)]);
});

test('a getter runs once', async (t) => {
  let runs = 0;
  const message = {
    shared,
    get counted() {
      runs += 1;
      return shared;
    },
  };
  const payloads = await writtenPayloads((child) => child.send(message));
  t.is(runs, 1);
  t.deepEqual(payloads, [writtenAlone(message)]);
});

test('a message that is changed and sent again is written again', async (t) => {
  const message = { index: 0 };
  const payloads = await writtenPayloads((child) => {
    for (; message.index < 3; message.index++) child.send(message);
  });
  t.deepEqual(
    payloads,
    [0, 1, 2].map((index) => writtenAlone({ index })),
  );
});

/** What V8 reads of one payload. */
function readAlone(payload: Buffer): unknown {
  return readPayloads(payload, payload.length)[0];
}

test(`plain values that are read natively are what V8 reads, and what V8 refuses is malformed (seed ${seed})`, async (t) => {
  const random = new Random(seed);
  for (let round = 0; round < 40; round++) {
    const payloads = messages(random, 60).map(writtenAlone);
    const corrupted = payloads.map((payload) => {
      const copy = Buffer.from(payload);
      for (let count = random.below(3); count > 0; count--)
        copy[random.below(Math.min(copy.length, 40))] = random.of([
          random.below(256),
          0x6f,
          0x22,
          0x63,
          0x7b,
          0x41,
          0x24,
          0x49,
          0,
        ]);
      return random.oneIn(8) ? copy.subarray(0, random.below(copy.length)) : copy;
    });
    const candidates = random.oneIn(2) ? payloads : corrupted;
    const good = candidates.filter((payload) => !(readAlone(payload) instanceof MalformedMessage));
    const bad = corrupted.find((payload) => readAlone(payload) instanceof MalformedMessage);
    const { messages: actual, error } = await readFromChannel(bad ? [...good, bad] : good);
    const expected = good.map(readAlone).filter((message) => !isInternalMessage(message));
    t.is(actual.length, expected.length, bad?.toString('latin1'));
    for (const [index, message] of expected.entries())
      if (!isDeepStrictEqual(actual[index], message)) t.deepEqual(actual[index], message, `round ${round}, ${index}`);
    t.is(error === undefined, bad === undefined);
  }
});

/** Payloads as they come: before each but the first its length. */
function joined(payloads: readonly Buffer[]): [bytes: Buffer, firstLength: number] {
  return [framed(payloads).subarray(4), payloads[0]?.length ?? 0];
}

test(`payloads that are read together give the same as when each is read alone (seed ${seed})`, (t) => {
  const random = new Random(seed);
  for (let round = 0; round < 300; round++) {
    const payloads = messages(random, 40).map(writtenAlone);
    if (payloads.length === 0) continue;
    const actual = readPayloads(...joined(payloads));
    const expected = payloads.flatMap((payload) => readPayloads(payload, payload.length));
    if (!isDeepStrictEqual(actual, expected)) t.deepEqual(actual, expected, `round ${round}`);
  }
  t.pass();
});

test('an object that a message holds twice is one object, and no other message has it', (t) => {
  const payloads = [1, 2].map(() => writtenAlone({ one: shared, other: shared }));
  const [first, second] = readPayloads(...joined(payloads)) as { one: object; other: object }[];
  t.is(first?.one, first?.other);
  t.is(second?.one, second?.other);
  t.not(first?.one, second?.one);
});

test('a payload that goes on behind its end is malformed, although what follows would complete it', (t) => {
  const good = writtenAlone({ good: true });
  const cut = good.subarray(0, -2);
  const messages = readPayloads(...joined([good, cut, good, good]));
  t.deepEqual(messages.slice(0, -1), [{ good: true }]);
  t.true(messages.at(-1) instanceof MalformedMessage);
});

test('what follows a value in its payload is ignored, as in Node', (t) => {
  const longer = Buffer.concat([writtenAlone(1), writtenAlone(2)]);
  t.deepEqual(readPayloads(...joined([longer, writtenAlone(3), longer])), [1, 3, 1]);
});
