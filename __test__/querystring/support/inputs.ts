import type { Random } from '../../support/random';

const ATOMS = [
  ...[
    '&',
    '&',
    '&',
    '=',
    '=',
    '=',
    '+',
    '%',
    '%4',
    '%4+1',
    '%%41',
    '%zz',
    '%4%41',
    '%41',
    '%2b',
    '%26',
    '%3D',
    '%25',
    '%00',
  ],
  ...['%C3%A9', '%E2%82%AC', '%F0%9F%98%80', '%C3', '%E2%82', '%ED%A0%80', '%F5', '%C0%80', '%EF%BB%BF', '%FF', '%80'],
  ...[
    'a',
    'b',
    'key',
    'value',
    '1',
    '0',
    'f',
    'F',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    '12',
    '007',
  ],
  ...[' ', '/', '?', '#', ';', ':', '\0', '\n', '\x7f', '~', "'", '*'],
  ...['é', 'ÿ', 'Ā', '€', '漢字', '😀', '\ud83d', '\ude00', '\u0143', '\u0425', '\u2028', '\ufeff', '\u{10ffff}'],
  ...['abcdefghijklmnop', 'x'.repeat(47), '-'.repeat(70), 'aaaaaaaaaaaaaaaa%20bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb%'],
];
const ASCII_ATOMS = ATOMS.filter((atom) => /^[\0-\x7f]*$/.test(atom));
const SEPARATORS = [
  ...[
    '&',
    '&',
    ';',
    '=',
    ',',
    '&&',
    '&=',
    '==',
    'aa',
    'ab',
    '%',
    '+',
    '+&',
    '%4',
    '41',
    'é',
    '€',
    '\ud83d',
    '&amp;',
    '::',
    '\0',
  ],
  ...[null, undefined, '', [], 0, 5, ['&'], new String(''), true],
];

/** A text of pieces that are likely to make trouble, now and then of ASCII only. */
export function randomText(random: Random, most = 24): string {
  const atoms = random.oneIn(2) ? ASCII_ATOMS : ATOMS;
  return random.many(most, () => random.of(atoms)).join('');
}

/** A query string with many pairs. */
export function randomQuery(random: Random): string {
  if (random.oneIn(2)) return randomText(random, random.of([3, 12, 40]));
  const pair = (): string => `${randomText(random, 3)}=${randomText(random, 5)}`;
  return random.many(random.of([3, 8, 20]), pair).join('&');
}

/** A separator, an equals sign: mostly the usual ones. */
export function randomSeparator(random: Random, usual: string): unknown {
  return random.oneIn(2) ? random.of([undefined, null, usual]) : random.of(SEPARATORS);
}

/** A limit of any type. */
export function randomLimit(random: Random): unknown {
  return random.of([
    undefined,
    0,
    1,
    2,
    3,
    5,
    1000,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 32,
    2 ** 40,
    '2',
    null,
    3n,
  ]);
}

function randomScalar(random: Random): unknown {
  if (random.oneIn(2)) return randomText(random, 6);
  return random.of([
    ...[
      0,
      -0,
      1.5,
      -7,
      1e21,
      -1e21,
      1e-7,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      12n,
      -3n,
      true,
      false,
      null,
      undefined,
      '',
    ],
    ...[{}, { a: 1 }, Symbol('s'), () => 'x', new Date(0), [['nested']]],
  ]);
}

/** An object of any values. */
export function randomObject(random: Random): unknown {
  if (random.oneIn(20))
    return random.of([null, undefined, 'text', 5, () => {}, true, Symbol('s'), 1n, ['a', 'b c'], []]);
  const object: Record<string, unknown> = random.oneIn(2) ? {} : Object.create(null);
  for (const key of random.many(12, () => randomText(random, 2))) {
    object[key] = random.oneIn(4) ? random.many(4, () => randomScalar(random)) : randomScalar(random);
    if (random.oneIn(30)) object[key] = Object.assign([], { 1: 'after a hole' });
    if (random.oneIn(30)) object[key] = 'long '.repeat(random.below(100));
  }
  return object;
}
