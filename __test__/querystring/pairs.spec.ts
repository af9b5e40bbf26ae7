import { parse } from 'node:querystring';
import test from 'ava';
import { get, parsePairs } from 'rt-std/querystring/pairs';
import { Random } from '../support/random';
import { COUNT, LONGEST, SEED } from './support/fuzz';
import { longQuery, randomQuery } from './support/random-text';

const EVERY_PAIR = { maxKeys: 0 };
const SEPARATORS = [';', '&&', '&amp;', ', ', '%', '+', 'é', 'x'.repeat(40)];

/** Pairs as the object that `parse` makes of them. */
function collected(pairs: Iterable<[string, string]>): Record<string, string | string[]> {
  const result = Object.create(null);
  for (const [key, value] of pairs) {
    const present = result[key];
    result[key] = present === undefined ? value : [present, value].flat();
  }
  return result;
}

const TEXTS = [
  ...['', '&', '&&&', '=', '==', '=&=', 'a', 'a=', '=a', 'a=b', 'a=b&', '&a=b', 'a==b', 'a=b=c', 'a&b&c', 'a&&b'],
  ...['a+b=c+d', '+', '+=+', 'a=1+', '%', '%=%', '%4', '%41', '%41=%42', 'a=%zz', '%zz=ü', 'a%41%42=ü%', 'a%=b%41'],
  ...['%ff=1', 'a=%C3%A9', 'a=%C3', 'a=%ED%A0%80', 'a=%EF%BB%BF', '\ud800=\udc00', 'a=\ud800%41', 'é=%C3', '漢=字'],
  ...['a%41%42=%ü', 'é%4+1=é%4+1', '100%+é=100%+é', 'a=é%+4+1', 'a%ff=ü%', 'a+b=%ff+ü%', '%ff=%41+ü', '%41=%'],
  ...['__proto__=1&__proto__=2', 'constructor=1', 'hasOwnProperty=x', 'a=1&a=2&a=3', 'a=b&%61=c&a=d', '%4+1=%4+1'],
  ...[
    'x'.repeat(13),
    `${'k'.repeat(13)}=${'v'.repeat(13)}&`,
    `a=1&${'b'.repeat(100)}&c=%41`,
    `${'a=1&'.repeat(3000)}b`,
  ],
  ...['abcdefgh=1&b=2', 'abcdefghijkl=1', 'abcdefghijklm=1', 'a=1&abcdefghijklmnop&=%41', 'a=1&bcdefghijklm%41+=2&c'],
];

for (const text of TEXTS) {
  const title = text.length > 40 ? `${text.slice(0, 20)}… (${text.length} units)` : text;
  test(`the pairs are those of parse: ${JSON.stringify(title)}`, (t) => {
    t.deepEqual(collected(parsePairs(text)), { ...parse(text, undefined, undefined, EVERY_PAIR) });
    const pairs = [...parsePairs(text)];
    for (const key of new Set(pairs.map(([name]) => name)))
      t.is(get(text, key), pairs.find(([name]) => name === key)?.[1]);
  });
}

test(`${COUNT} random texts, with default and other separators, give the pairs of parse`, (t) => {
  t.timeout(LONGEST);
  for (let index = 0; index < COUNT; index++) {
    const random = new Random(SEED + index);
    const [separator, equals] = random.oneIn(4)
      ? [random.of(SEPARATORS), random.of([':', '=', '==', 'é', '&'])]
      : [undefined, undefined];
    const text = random.oneIn(5000) ? longQuery(random) : randomQuery(random, separator, equals);
    const expected = { ...parse(text, separator, equals, EVERY_PAIR) };
    const pairs = [...parsePairs(text, separator, equals)];
    const known = random.oneIn(2) ? random.of([['no such key'], ...pairs])[0] : 'a';
    const first = [expected[known as string]].flat()[0];
    const seen = { pairs: collected(pairs), first: get(text, known as string, separator, equals) };
    if (JSON.stringify(seen) === JSON.stringify({ pairs: expected, first })) continue;
    t.deepEqual(
      seen,
      { pairs: expected, first },
      `RT_FUZZ_SEED=${SEED + index} RT_FUZZ_COUNT=1 ${JSON.stringify(text)}`,
    );
    return;
  }
  t.pass();
});

test('what is no string has no pairs, and delimiters are those of parse', (t) => {
  for (const text of [undefined, null, 5, {}, ['a=1'], new String('a=1')]) {
    t.deepEqual([...parsePairs(text as never)], []);
    t.is(get(text as never, 'a'), undefined);
  }
  for (const delimiter of ['', null, undefined]) {
    t.deepEqual(
      [...parsePairs('a=1&b=2', delimiter, delimiter)],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    );
    t.is(get('a=1&b=2', 'b', delimiter, delimiter), '2');
  }
  t.is(get('1=one', 1 as never), 'one');
  t.throws(() => get('a=1', Symbol('a') as never), { instanceOf: TypeError });
});

test('a pair is read when it is asked for, and a loop that ends early leaves the others', (t) => {
  // As long as a string may be, or nearly: all of its pairs would take many gigabytes.
  const text = `first=1&${'a&'.repeat(2 ** 28 - 100)}`;
  const pairs = parsePairs(text);
  for (const pair of pairs) {
    t.deepEqual(pair, ['first', '1']);
    break;
  }
  t.deepEqual(pairs.next(), { value: ['a', ''], done: false });
  t.is(get(text, 'first'), '1');
});

test('the end stays the end', (t) => {
  const pairs = parsePairs('a=1&&');
  t.is(pairs[Symbol.iterator](), pairs);
  t.deepEqual([...pairs], [['a', '1']]);
  for (let count = 0; count < 3; count++) t.deepEqual(pairs.next(), { value: undefined, done: true });
  t.deepEqual([...pairs], []);
});

test('the methods of iterators are there where the engine has them', (t) => {
  const methodsOf = (iterator: object): unknown => Object.getPrototypeOf(Object.getPrototypeOf(iterator));
  t.is(methodsOf(parsePairs('a')), methodsOf([][Symbol.iterator]()));
  t.is(methodsOf(parsePairs('a', ';')), methodsOf([][Symbol.iterator]()));
});

test.serial('functions of the language that a program has replaced change no result', (t) => {
  const names = ['charCodeAt', 'indexOf', 'slice', 'startsWith'] as const;
  const own = names.map((name) => String.prototype[name]);
  const decode = globalThis.decodeURIComponent;
  const text = 'a=1&long-enough-key=%41+b&c=%ff';
  const expected = [...parsePairs(text)];
  try {
    for (const name of names) String.prototype[name] = (() => 'replaced') as never;
    globalThis.decodeURIComponent = () => 'replaced';
    const pairs = [];
    for (const pair of parsePairs(text)) pairs.push(pair);
    const value = get(text, 'long-enough-key');
    names.forEach((name, index) => {
      String.prototype[name] = own[index] as never;
    });
    t.deepEqual(pairs, expected);
    t.is(value, 'A b');
  } finally {
    names.forEach((name, index) => {
      String.prototype[name] = own[index] as never;
    });
    globalThis.decodeURIComponent = decode;
  }
});

test.serial('a replaced iterator of arrays changes no result', (t) => {
  const own = Array.prototype[Symbol.iterator];
  const iterator = Object.getPrototypeOf([][Symbol.iterator]());
  const seen: unknown[] = [];
  try {
    Array.prototype[Symbol.iterator] = () => {
      throw new Error('replaced');
    };
    ['&', ';'].forEach((separator) => {
      const text = `%61=1${separator}b=%ff`;
      seen[seen.length] = parsePairs(text, separator).next().value;
      seen[seen.length] = get(text, 'a', separator);
      seen[seen.length] = get(text, 'b', separator);
      seen[seen.length] = Object.getPrototypeOf(parsePairs(text, ';')) === iterator;
    });
  } finally {
    Array.prototype[Symbol.iterator] = own;
  }
  t.deepEqual(seen, [['a', '1'], '1', '\ufffd', true, ['a', '1'], '1', '\ufffd', true]);
});
