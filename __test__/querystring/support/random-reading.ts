import type { Random } from '../../support/random';
import type { Module } from './backends';
import { functionWithText } from './function-with-text';
import type { Play } from './play';
import { longQuery, longText, randomQuery, randomText } from './random-text';
import { asked, callsBack, type Trace, tracedFunction } from './trace';

const SEPARATORS = [
  ...['&', ';', '=', ',', ':', '|', ' ', '&&', '&=', '==', '::', 'aa', 'ab', '&amp;', 'a', '1', 'x'.repeat(40)],
  ...['%', '%4', '41', '+', '+&', '++', '%20', '%26', '\0', '\x7f', 'é', 'ÿ', '€', '\ud83d', '😀', '=='.repeat(9)],
];
const ODD_SEPARATORS: readonly unknown[] = [
  ...[null, undefined, '', 0, 5, 1.5, Number.NaN, true, false, 3n, Symbol.iterator, [], ['&'], [[';', ':']], {}],
  ...[new String(''), new String(';'), Object.create(null), functionWithText('() => 5')],
];
const LIMITS: readonly unknown[] = [
  ...[undefined, null, 0, -0, 1, 2, 3, 4, 5, 10, 999, 1000, 1001, -1, -1000, 0.5, 1.5, 2.5, 1000.5],
  ...[
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 32 + 1,
    2 ** 40,
  ],
  ...[Number.MIN_VALUE, Number.MAX_VALUE, '2', '', true, 3n, [2], {}, new Number(2), Symbol.iterator],
];
const NO_TEXTS: readonly unknown[] = [
  ...[undefined, null, 0, 5, -1.5, Number.NaN, 12n, true, {}, [], ['a=1'], { length: 3 }, Symbol.iterator],
  ...[new String('a=1'), Buffer.from('a=%41'), () => 'a=1', Object.create(null), /x/],
];
/**
 * What `unescapeBuffer` may get. An implementation may read it any number of times, so reads are
 * not recorded.
 */
const WITH_LENGTH: readonly unknown[] = [
  ...[
    ['a', 'b'],
    ['%41', '+'],
    [],
    { length: 0 },
    { length: 3 },
    { length: 20 },
    { length: 2.5, toString: () => '%41' },
  ],
  ...[
    { length: 3.5, toString: () => '%41' },
    { length: 4, toString: () => '%4' },
    { length: -1 },
    { length: -0.5 },
    { length: '3' },
  ],
  ...[
    { length: Number.NaN },
    { length: Number.POSITIVE_INFINITY },
    { length: null },
    Buffer.from('%41é'),
    new String('%41+'),
  ],
  ...[
    Object.assign(Object.create(null), { length: 0 }),
    Object.assign(Object.create(null), { length: 2 }),
    { length: 2, toString: () => 5 },
  ],
  ...[(_one: unknown, _two: unknown) => 0, () => 0, { length: 3n }, { length: 1, toString: () => ({}) }],
];

/**
 * What has a length, and calls the module when it is asked for that or its text. All alike in a
 * comparison.
 */
class WithLength {
  readonly #length: number;
  readonly #called: () => void;

  constructor(length: number, called: () => void) {
    this.#length = length;
    this.#called = called;
  }

  get length(): number {
    this.#called();
    return this.#length;
  }

  toString(): string {
    this.#called();
    return '%41+%zz';
  }
}

/** A separator or an equals sign of any type; mostly a usual one. */
export function randomSeparator(random: Random, usual: string, module: Module, trace: Trace): unknown {
  if (random.oneIn(3)) return random.of([undefined, null, usual]);
  if (random.oneIn(12)) return random.of(ODD_SEPARATORS);
  return random.oneIn(20) ? asked(random, module, trace, ['&', ';', '', 5]) : random.of(SEPARATORS);
}

/** The members of an object, which takes down what is read of it. */
export function tracedOptions(random: Random, members: Record<string, unknown>, module: Module, trace: Trace): unknown {
  if (!random.oneIn(6)) return members;
  const called = random.oneIn(2) ? callsBack(random, 'option', module, trace) : () => {};
  return new Proxy(members, {
    get: (object, key) => {
      trace('option', key);
      called();
      return Reflect.get(object, key);
    },
  });
}

function randomOptions(random: Random, module: Module, trace: Trace): unknown {
  if (random.oneIn(12)) return random.of([undefined, null, 5, '', 'x', true, Symbol.iterator, () => {}, [], 3n]);
  const options: Record<string, unknown> = random.oneIn(8) ? Object.create(null) : {};
  if (!random.oneIn(3)) {
    const value = random.of(LIMITS);
    if (random.oneIn(10)) {
      // Answers another number each time it is read.
      let reads = 0;
      const answers = random
        .of([
          [3, 2, 1, value],
          [3, 2, value],
          [3, value, value],
          // Node finds out that a symbol is no number when it meets the first separator; here it is
          // before the first decoder.
        ])
        .map((answer, index) => (index >= 2 && typeof answer === 'symbol' ? 'x' : answer));
      const get = (): unknown => {
        trace('maxKeys');
        return answers[reads++ % answers.length];
      };
      Object.defineProperty(options, 'maxKeys', { get, enumerable: true });
    } else options.maxKeys = value;
  }
  if (random.oneIn(3)) options.decodeURIComponent = tracedFunction(random, 'decodeURIComponent', module, trace);
  else if (random.oneIn(10)) options.decodeURIComponent = random.of([module.unescape, module.escape, null, 5, 'x', {}]);
  return tracedOptions(random, options, module, trace);
}

function parseName(random: Random): 'parse' | 'decode' {
  return random.oneIn(4) ? 'decode' : 'parse';
}

/** Calls of what reads query strings. */
export const READING: readonly Play[] = [
  { often: 8, play: (random, module) => module[parseName(random)](randomQuery(random)) },
  {
    often: 12,
    play: (random, module, trace) => {
      const [separator, equals] = [
        randomSeparator(random, '&', module, trace),
        randomSeparator(random, '=', module, trace),
      ];
      const text = (value: unknown, usual: string): string =>
        typeof value === 'string' && value !== '' ? value : usual;
      const query = random.oneIn(4)
        ? randomQuery(random)
        : randomQuery(random, text(separator, '&'), text(equals, '='));
      return module[parseName(random)](query, separator, equals, randomOptions(random, module, trace));
    },
  },
  {
    often: 4,
    play: (random, module, trace) => {
      const query = randomQuery(random);
      return module[parseName(random)](query, null, null, randomOptions(random, module, trace));
    },
  },
  {
    often: 1,
    play: (random, module) => module.parse(random.of(NO_TEXTS), random.of(ODD_SEPARATORS), random.of(ODD_SEPARATORS)),
  },
  {
    often: 2,
    // Long enough for the codec, which splits no shorter ones for a decoder.
    play: (random, module, trace) => {
      const separator = random.of(SEPARATORS);
      const query = random
        .many(random.below(40), () => randomQuery(random, separator))
        .join('a=1')
        .padEnd(128, 'b=%41+');
      const decode = tracedFunction(random, 'decodeURIComponent', module, trace);
      return module.parse(query, separator, null, { maxKeys: random.of(LIMITS), decodeURIComponent: decode });
    },
  },
  { often: 6, play: (random, module) => module.unescape(randomText(random, 8), random.of([undefined, true, false])) },
  {
    often: 1,
    play: (random, module, trace) => module.unescape(asked(random, module, trace, ['%41', 'é%4', '', 5, null])),
    withBuffer: true,
  },
  { often: 1, play: (random, module) => module.unescape(random.of(NO_TEXTS)), withBuffer: true },
  {
    often: 4,
    play: (random, module) => module.unescapeBuffer(randomText(random, 8), random.of([undefined, true, false, 1, ''])),
  },
  {
    often: 1,
    play: (random, module) => module.unescapeBuffer(random.of(WITH_LENGTH), random.oneIn(2)),
    withBuffer: true,
  },
  { often: 1, play: (random, module) => module.unescapeBuffer(random.of(NO_TEXTS)), withBuffer: true },
  {
    often: 1,
    // Asked for its length and text as often as an implementation likes, so only the first time
    // calls the module, whose functions may be traced.
    play: (random, module) => {
      const called = callsBack(random, 'length', module, () => {});
      let wasAsked = false;
      const safely = (): void => {
        if (wasAsked) return;
        wasAsked = true;
        try {
          called();
        } catch {}
      };
      return module.unescapeBuffer(new WithLength(random.below(6), safely), random.oneIn(2));
    },
    withBuffer: true,
  },
  {
    often: 0.06,
    play: (random, module) => {
      const maxKeys = random.of([0, 0, undefined, 1, 5, 40, 127, 128, 8191, 8192, 8193]);
      const query = longQuery(random);
      if (random.oneIn(4)) return module.parse(query);
      if (random.oneIn(3)) return module.parse(query.replaceAll('&', ';;'), ';;', '=', { maxKeys });
      return module.parse(query, null, random.of([null, '==', ':']), { maxKeys });
    },
  },
  { often: 0.01, play: (random, module) => module.unescape(longText(random)) },
  { often: 0.01, play: (random, module) => module.unescapeBuffer(longText(random), true) },
  // Keys that are not met again push others out of the cache.
  {
    often: 0.2,
    play: (random, module) =>
      module.parse(
        random.many(40, () => `${random.below(1e9).toString(36)}=${random.of(['1', '%41', 'é'])}`).join('&'),
      ),
  },
];
