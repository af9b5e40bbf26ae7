import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';

const BLOCK = 1 << 15;
const ALL = { maxKeys: 0 };

function* queries(): Generator<[string, string]> {
  yield [
    'pairs over many blocks',
    Array.from({ length: 40_000 }, (_, index) => `key${index % 977}=value%20${index}`).join('&'),
  ];
  yield ['more pairs than a table holds', '=&'.repeat(20_000)];
  yield [
    'more pairs with keys than a table holds',
    Array.from({ length: 8500 }, (_, index) => index.toString(36)).join('&'),
  ];
  yield ['empty pairs', '&'.repeat(3 * BLOCK)];
  yield ['one long value', `a=${'x%41é'.repeat(BLOCK)}&b=1`];
  yield ['one long ASCII value', `before=1&a=${'x+%C3%A9'.repeat(BLOCK)}&b=1`];
  yield ['one long key', 'k'.repeat(5 * BLOCK)];
  yield ['a wide unit in the last block only', `${'a=1&'.repeat(2 * BLOCK)}é=%zz`];
  for (const length of [BLOCK - 1, BLOCK, BLOCK + 1]) {
    yield [`${length} units, a border at the end`, `${'ab=%41&'.repeat(length).slice(0, length - 4)}a=1&`];
    yield [`${length} units, an escape at the end`, `a=${'x'.repeat(length - 5)}%41`];
    yield [`${length} wide units`, `a=${'é'.repeat(length - 2)}`];
  }
}

const CALLS: readonly ((module: Module, query: string) => unknown)[] = [
  (module, query) => module.parse(query, null, null, ALL),
  (module, query) => module.parse(query, '&', '==', ALL),
  (module, query) => module.parse(query.replaceAll('&', ';'), ';', '=', ALL),
  (module, query) => module.parse(query, null, null, { maxKeys: 30_000 }),
  (module, query) => module.parse(query),
  (module, query) => module.unescape(query),
  // The browser's bytes are no Buffer.
  (module, query) => Buffer.from(module.unescapeBuffer(query, true) as Uint8Array),
  (module, query) => module.escape(query),
  (module, query) => module.stringify(module.parse(query, null, null, ALL)),
];

/** What Node's module gives, which takes long; each backend gets its own texts. */
const EXPECTED = Array.from(queries(), ([, query]) => CALLS.map((call) => call(oracle, query)));

for (const name of BACKENDS) {
  test(`${name}: long query strings`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    for (const [index, [what, query]] of [...queries()].entries()) {
      for (const [number, call] of CALLS.entries()) {
        t.true(isDeepStrictEqual(call(tested, query), EXPECTED[index]?.[number]), `${what}: ${call}`);
      }
    }
    const decode = (text: string): string => `${text.length}`;
    const query = 'a+b=c+d&'.repeat(2 * BLOCK);
    t.deepEqual(
      tested.parse(query, null, null, { maxKeys: 0, decodeURIComponent: decode }),
      oracle.parse(query, null, null, { maxKeys: 0, decodeURIComponent: decode }),
    );
  });

  test(`${name}: a surrogate pair across a border of blocks`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    for (const before of [BLOCK - 2, BLOCK - 1, BLOCK]) {
      const text = `${'x'.repeat(before)}😀${'y'.repeat(BLOCK)}😀`;
      t.true(tested.escape(text) === oracle.escape(text));
      t.throws(() => tested.escape(`${text}\ud83d`), { name: 'URIError', code: 'ERR_INVALID_URI' });
    }
  });

  test(`${name}: 64 MiB in one text`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    const pair = `key=${'v'.repeat(59)}&`;
    const parsed = tested.parse(pair.repeat(1 << 20), null, null, ALL) as { key: string[] };
    t.is(parsed.key.length, 1 << 20);
    t.true(parsed.key.every((value) => value.length === 59));
  });

  test(`${name}: every small limit, with separators that search and codec may count differently`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    const pairs = [
      'a=1',
      '',
      'é=%C3%A9',
      '%zz',
      `b=${'x'.repeat(300)}`,
      '名',
      `${'k+'.repeat(3000)}=1`,
      ';',
      '&&',
      'aa=a',
    ];
    for (const separator of ['&', ';', '=', '%', '; ', '&&', 'aab', 'é', 'x'.repeat(20_000)]) {
      const query = Array.from({ length: 200 }, (_, index) => pairs[(index * index) % pairs.length]).join(separator);
      for (let maxKeys = 1; maxKeys <= 140; maxKeys += maxKeys < 40 ? 1 : 20) {
        const [ours, theirs] = [tested, oracle].map((module) => module.parse(query, separator, null, { maxKeys }));
        t.true(isDeepStrictEqual(ours, theirs), `${maxKeys} pairs between '${separator.slice(0, 10)}'`);
      }
    }
  });
}
