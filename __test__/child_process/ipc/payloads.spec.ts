/** What is written and read without V8's serializer, beside what V8 writes, for random messages. */
import { inspect } from 'node:util';
import test from 'ava';
import { Random } from '../../support/random';
import { HOLES, readByV8, readPayload, UNREAD, writeByV8, writtenPayload } from './payload-functions';

const seed = Number(process.env.RT_SEED ?? Date.now() % 2 ** 31);
const TEXTS = ['', 'a', 'é', '中', '😀', '\ud800', '{', 'o"', 'x'.repeat(47), 'x'.repeat(200), 'é'.repeat(200)];
const NAMES = ['a', 'b', 'text', '1', '0', '00', '-1', '2147483648', '__proto__', 'é', '中', 'constructor', ''];
const NUMBERS = [0, -0, 1, -1, 63, 64, 2 ** 30, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 0.5, Number.NaN, Infinity];
class Page {
  readonly text: string = 'x';
  get length(): number {
    return 1;
  }
}

/** Objects that a message may have several times. */
const COMMON = [{ common: 1 }, [1], new Map([[1, 2]]), new Page(), new (class extends Page {})(), new Date(5)];

function randomValue(random: Random, depth: number): unknown {
  const inner = (): unknown => randomValue(random, depth + 1);
  switch (random.below(depth > 3 ? 6 : 14)) {
    case 0:
    case 1:
      return random.of(TEXTS) + random.of(TEXTS);
    case 2:
    case 3:
      return random.of(NUMBERS);
    case 4:
      return random.of([true, false, null, undefined]);
    case 5:
      return random.oneIn(40) ? random.of([1n, /x/, new Error('e'), () => {}, HOLES]) : random.of([7, 8, ...COMMON]);
    case 6:
      return random.many(4, inner);
    case 7:
      return new Map(random.many(3, (): [unknown, unknown] => [inner(), inner()]));
    case 8:
      return new Set(random.many(3, inner));
    case 9:
      return random.of([new Date(random.below(1e9)), new Date(Number.NaN)]);
    case 10:
      return random.of([Buffer.from(random.of(TEXTS)), new Uint8Array(random.below(300)), new Float32Array(2)]);
    default: {
      const object: Record<string, unknown> = random.oneIn(9) ? Object.create(null) : {};
      for (const name of random.many(5, () => random.of(NAMES))) {
        Object.defineProperty(object, name, { value: inner(), enumerable: true, configurable: true, writable: true });
      }
      return object;
    }
  }
}

/** The payload that V8 writes; nothing for what it refuses. */
function expectedPayload(message: unknown): Buffer | undefined {
  try {
    return writeByV8(message);
  } catch {
    return undefined;
  }
}

test(`random messages are written as by V8, byte for byte, and read as by V8 (RT_SEED=${seed})`, (t) => {
  const random = new Random(seed);
  let written = 0;
  let read = 0;
  for (let round = 0; round < 5000; round++) {
    const message = randomValue(random, 0);
    const payload = writtenPayload(message);
    const expected = expectedPayload(message);
    if (payload !== undefined) {
      written += 1;
      // The bytes of a number depend on whether V8 keeps it as an integer.
      if (!expected?.equals(payload)) t.true(isSame(readByV8(payload), expected && readByV8(expected)));
    }
    if (expected === undefined) continue;
    const actual = readPayload(Buffer.from(expected), 0, expected.length);
    if (actual === UNREAD) continue;
    read += 1;
    if (!isSame({ message: actual }, readByV8(expected))) t.fail(expected.toString('hex'));
  }
  t.true(written > 3000, `${written} written`);
  t.true(read > 3000, `${read} read`);
});

test('strings of every length, with a wide character anywhere or nowhere, are written and read as by V8', (t) => {
  for (let length = 0; length <= 70; length++) {
    for (const unit of ['x', 'é', '\0', '中', '\ud800', '\uffff']) {
      for (const place of [0, 1, length - 1, length]) {
        const text = 'aé'.repeat(40).slice(0, Math.max(0, place)) + unit.repeat(Math.max(0, length - place));
        // At even and at odd places, and at the end of the payload.
        for (const message of [text, [text], ['x', text], { text }, { text, next: text }]) {
          const expected = writeByV8(message);
          if (!writtenPayload(message)?.equals(expected)) t.fail(inspect(message));
          if (!isSame(readPayload(Buffer.from(expected), 0, expected.length), message)) t.fail(inspect(message));
        }
      }
    }
  }
  t.pass();
});

/** Also for dates that are none, and for -0. */
function isSame(actual: unknown, expected: unknown): boolean {
  const options = { depth: null, maxArrayLength: null, maxStringLength: null };
  return inspect(actual, options) === inspect(expected, options);
}

/** A payload with some of its bytes changed, left out or repeated. */
function damaged(random: Random, payload: Buffer): Buffer {
  const bytes = Buffer.from(payload);
  const at = 2 + random.below(bytes.length - 2);
  switch (random.below(5)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(3))]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(at)), bytes.subarray(at)]);
    case 3:
      bytes[at] = random.of([...payload]);
      return bytes;
    default:
      bytes[at] = random.below(256);
      return bytes;
  }
}

test(`a damaged payload is read as by V8, or left to V8 (RT_SEED=${seed})`, (t) => {
  const random = new Random(seed);
  const rounds = Number(process.env.RT_ROUNDS ?? 20_000);
  let read = 0;
  for (let round = 0; round < rounds; round++) {
    const payload = expectedPayload(randomValue(random, 1));
    if (payload === undefined || payload.length < 3) continue;
    const bytes = damaged(random, payload);
    const actual = readPayload(Buffer.from(bytes), 0, bytes.length);
    if (actual === UNREAD) continue;
    read += 1;
    if (!isSame({ message: actual }, readByV8(bytes))) t.fail(bytes.toString('hex'));
  }
  t.true(read > rounds / 20, `${read} read`);
});
