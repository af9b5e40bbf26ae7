import type { Random } from '../../support/random';

const STRUCTURE = ['&', '=', '+', '%'];
const PERCENTS = [
  ...[
    '%4',
    '%4+1',
    '%+41',
    '%%41',
    '%zz',
    '%4%41',
    '%41',
    '%2b',
    '%2B',
    '%26',
    '%3D',
    '%25',
    '%00',
    '%7F',
    '%20',
    '%',
    '%G1',
    '%1G',
  ],
  ...[
    '%C3%A9',
    '%c3%a9',
    '%E2%82%AC',
    '%F0%9F%98%80',
    '%C3',
    '%E2%82',
    '%F0%9F%98',
    '%ED%A0%80',
    '%F5',
    '%C0%80',
    '%EF%BB%BF',
    '%80',
  ],
  ...['%F4%90%80%80', '%E0%80%80', '%C3+%A9', '%C3%+A9', '%C3=%A9', '%EF%BF%BD'],
];
const KEYS = [
  ...['a', 'b', 'c', 'key', 'value', 'q', 'f', 'F', 'a[]', 'a[b]'],
  ...[
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'length',
    'pop',
    'prototype',
    '__defineGetter__',
  ],
  ...['0', '1', '2', '10', '007', '-0', '-1', '1.5', '4294967294', '4294967295', '4294967296', '9007199254740993'],
];
const MARKS = [
  ' ',
  '/',
  '?',
  '#',
  ';',
  ':',
  ',',
  '\0',
  '\n',
  '\x1f',
  '\x7f',
  '~',
  "'",
  '*',
  '!',
  '(',
  '"',
  '<',
  '@',
  '[',
  '`',
  '{',
  '|',
];
const WIDE = [
  ...['é', 'ÿ', '\x80', '\xa0', 'Ā', '€', '漢字', '😀', '\u{10ffff}', '\u07ff', '\u0800', '\uffff', '\u2028', '\ufeff'],
  // Their lower bytes are `C`, `%`, `&`, `=` and `+`.
  ...['\u0143', '\u0425', '\u0526', '\u063d', '\u072b'],
  ...['\ud83d', '\ude00', '\ud800', '\udbff', '\udc00', '\udfff'],
];
const ASCII = [...STRUCTURE, ...STRUCTURE, ...PERCENTS, ...KEYS, ...MARKS];
const ALL = [...ASCII, ...WIDE, ...WIDE];

/**
 * Lengths around those at which some path of the codec or of its wrapper begins or ends: lanes,
 * strides, the longest remembered key, loops.
 */
const BORDERS = [7, 8, 15, 16, 17, 24, 25, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513];
/** How many pairs: those of small objects, of the default limit. */
const COUNTS = [3, 4, 5, 10, 11, 12, 13, 26, 60, 511, 513, 999, 1000, 1001];
const BLOCK = 1 << 15;
const ROWS = 8192;

/** A text of pieces that are likely to make trouble, now and then of ASCII only. */
export function randomText(random: Random, most = 12): string {
  const atoms = random.oneIn(2) ? ASCII : ALL;
  let text = '';
  for (let rest = random.below(most + 1); rest > 0; rest--) text += random.of(atoms);
  if (random.oneIn(12)) text += randomBytes(random);
  return random.oneIn(12) ? padded(random, text, random.of(BORDERS) + random.below(3) - 1) : text;
}

/** Percent-encoded bytes that may or may not be UTF-8. */
function randomBytes(random: Random): string {
  const byte = (): number =>
    random.of([0x41, 0x7f, 0x80, 0xbf, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf8, 0xff, random.below(256)]);
  return random.many(8, () => `%${byte().toString(16).padStart(2, '0')}`).join('');
}

/** A text of another text and clean letters, of a length. */
function padded(random: Random, text: string, length: number): string {
  const filling = random.of(['x', 'ab', '-._~', 'é', '%41', '+']).repeat(Math.max(0, length - text.length));
  const filled = filling.slice(0, Math.max(0, length - text.length));
  return random.oneIn(2) ? text + filled : filled + text;
}

function randomKey(random: Random): string {
  return random.oneIn(3) ? randomText(random, 3) : random.of(KEYS);
}

/** A pair; now and then one that is no whole one. */
function randomPair(random: Random, separator: string, equals: string): string {
  if (random.oneIn(10))
    return random.of(['', equals, equals + equals, separator, '+', '%', `${equals}%41`, `%41${equals}`]);
  const key = randomKey(random);
  return random.oneIn(8) ? key : key + equals + randomText(random, 4);
}

/** A query string with pairs, or without any sense. */
export function randomQuery(random: Random, separator = '&', equals = '='): string {
  if (random.oneIn(4)) return randomText(random, random.of([3, 12, 40]));
  const count = random.oneIn(60) ? random.of(COUNTS) : random.below(14);
  const key = random.oneIn(6) ? randomText(random, 2) : undefined;
  let text = '';
  for (let index = 0; index < count; index++) {
    if (index > 0) text += separator;
    text +=
      key === undefined
        ? randomPair(random, separator, equals)
        : `${key}${random.oneIn(2) ? index : ''}${equals}${index}`;
  }
  return text;
}

/**
 * A query string that is worked off in several calls of the codec, or nearly: around the size of a
 * block and the rows of a table.
 */
export function longQuery(random: Random): string {
  if (random.oneIn(4))
    return `${randomQuery(random)}&${randomText(random, 2)}=${longText(random)}&${randomQuery(random)}`;
  if (random.oneIn(2)) {
    const pair = random.of(['&', '=&', 'a&', 'k=v&', '%41=+&', 'é=1&']);
    return pair.repeat(ROWS + random.below(5) - 2) + randomQuery(random);
  }
  const length = BLOCK + random.below(9) - 4;
  const unit = random.of(['a=1&', 'key=%41&', '+=é&', 'x', '%E2%82%AC', '😀']);
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length - random.below(4)) + randomQuery(random);
}

/** A text around the size of a block. */
export function longText(random: Random): string {
  const unit = random.of(['x', ' ', 'é', '€', '😀', 'x+%41', '%zz', '\ude00']);
  const length = random.of([1 << 12, BLOCK]) + random.below(9) - 4;
  return randomText(random, 4) + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + randomText(random, 4);
}
