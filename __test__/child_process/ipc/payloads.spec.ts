import { isDeepStrictEqual } from 'node:util';
import { DefaultSerializer } from 'node:v8';
import test from 'ava';
import { internal } from '../../support/internals';
import { Random } from '../../support/random';
import { thrownBy } from '../../support/recorder';

const { PayloadWriter } = internal<{ PayloadWriter: new () => { write(message: unknown): Buffer } }>(
  'child_process/ipc/channel-serializer',
);
const { payloadReader } = internal<{
  payloadReader(): (bytes: Buffer, firstLength: number) => unknown[];
}>('child_process/ipc/channel-deserializer');
const readPayloads = payloadReader();
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

const shared = { nested: true };

class Point {
  readonly x = 1;
  get y(): number {
    return 2;
  }
}

/**
 * Makes messages. Those of the first kinds may be written by one serializer, those of the others
 * not.
 */
const KINDS: readonly ((random: Random) => unknown)[] = [
  (random) => ({ index: random.below(2 ** 31), text: 'the quick'.slice(0, random.below(9)) }),
  (random) => ({ '^': '^'.repeat(random.below(300)), number: random.below(200), '47': 47 }),
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
  () => Object.assign(new Error('message'), { code: 'E' }),
  () => new String('boxed'),
  () => ({ value: () => {} }),
  () => ({ first: 1, value: Symbol('s') }),
  () => new Proxy({ index: 1 }, {}),
  () => new ArrayBuffer(0x52),
  () => 'text',
  () => 0x5e,
];

const seed = Number(process.env.RT_FUZZ_SEED ?? 1);

test(`one serializer for many messages writes what V8 writes for each, also when they share objects (seed ${seed})`, (t) => {
  const random = new Random(seed);
  const writer = new PayloadWriter();
  const before: unknown[] = [undefined];
  for (let count = 0; count < 5000; count++) {
    const message = random.oneIn(4) ? random.of(before) : random.of(KINDS)(random);
    if (before.length < 200) before.push(message);
    const outcome = (write: () => Buffer) => {
      try {
        return write();
      } catch {
        return thrownBy(write);
      }
    };
    const [actual, expected] = [() => writer.write(message), () => writtenAlone(message)].map(outcome);
    if (!isDeepStrictEqual(actual, expected)) t.deepEqual(actual, expected, `message ${count}`);
  }
  t.pass();
});

test('a getter runs once', (t) => {
  let runs = 0;
  const message = {
    shared,
    get counted() {
      runs += 1;
      return shared;
    },
  };
  const writer = new PayloadWriter();
  const payload = writer.write(message);
  t.is(runs, 1);
  t.deepEqual(payload, writtenAlone(message));
});

test('a message that is changed and sent again is written again', (t) => {
  const writer = new PayloadWriter();
  const message = { index: 0 };
  for (; message.index < 3; message.index++) t.deepEqual(writer.write(message), writtenAlone(message));
});

/** Payloads as they come: before each but the first its length. */
function joined(payloads: readonly Buffer[]): [bytes: Buffer, firstLength: number] {
  const parts = payloads.flatMap((payload, index) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(payload.length);
    return index === 0 ? [payload] : [length, payload];
  });
  return [Buffer.concat(parts), payloads[0]?.length ?? 0];
}

test(`payloads that are read together give the same as when each is read alone (seed ${seed})`, (t) => {
  const random = new Random(seed);
  for (let round = 0; round < 300; round++) {
    const payloads = random
      .many(40, () => random.of(KINDS)(random))
      .flatMap((message) => {
        try {
          return [writtenAlone(message)];
        } catch {
          return [];
        }
      });
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
