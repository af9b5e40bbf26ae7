import { DefaultSerializer } from 'node:v8';
import type { Random } from '../../support/random';

/** What V8 writes with a serializer that has written nothing before. */
export function writtenAlone(message: unknown): Buffer {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** An object that several messages hold, or one holds twice. */
export const shared = { nested: true };

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
  (random) => 'x'.repeat(random.below(4)),
  (random) => '中x\ud800'.repeat(random.below(600)),
  (random) => `${'é'.repeat(random.below(600))}${random.of(['', 'x', '中'])}`,
  (random) => `${'x'.repeat(1000 + random.below(1500))}${random.of(['é', '中'])}`,
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

/** Chooses the random messages of a run. */
export const seed = Number(process.env.RT_FUZZ_SEED ?? 1);

/** What can be written: some of the kinds are for other messages than a program may send. */
export function messages(random: Random, most: number): unknown[] {
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
