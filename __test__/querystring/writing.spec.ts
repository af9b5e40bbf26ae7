import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';

/** Bytes of the buffer for short texts. */
const BUFFER = 4096;
/** Bytes that the codec collects before they are read. */
const COLLECTED = 2 << 20;
const LAST_CHARACTER = 0x10ffff;

function* objects(): Generator<[string, object]> {
  for (const count of [31, 32, 33, 400]) {
    yield [
      `${count} properties, some with what stands between pieces`,
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `k${index % 5 ? '' : '&='}${index}`,
          `v ${index % 7 ? '' : '=&'}`,
        ]),
      ),
    ];
  }
  yield [
    'many properties, one with what UTF-8 has for lone surrogates',
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`é${index}`, index === 20 ? '\ufffd😀' : `€ ${index}`]),
    ),
  ];
  for (const length of [63, 64, 65, 511, 512, 513]) {
    yield [`a value of ${length} units`, { before: 'a b', long: 'x '.repeat(length).slice(0, length), after: '&' }];
    yield [`a key of ${length} units`, { before: 'é', ['x'.repeat(length)]: ['1', 2, true, null], after: 1e21 }];
  }
  for (const length of [1, 7, 30]) {
    // The buffer ends in the midst of a key, a value, and behind each.
    for (let count = 0; count < 4; count++) {
      const list = Array.from({ length: BUFFER / length }, () => '€'.repeat(length));
      yield [`a list that the buffer cannot hold, from ${count} on`, { [`k${'y'.repeat(count)}`]: list, after: [] }];
    }
  }
  yield ['an empty list behind short pairs', { a: 1, b: [], c: [[], {}] }];
  yield ['a long value and an empty list', { a: 'x'.repeat(100), b: [] }];
  for (const around of [-1, 0, 1]) {
    yield ['more than is collected', { a: '1', long: 'y'.repeat(COLLECTED + around), b: ' ', c: 'z'.repeat(600) }];
  }
  yield [
    'much more than is collected',
    { a: 'x y'.repeat(COLLECTED), b: Array.from({ length: 9 }, () => 'é'.repeat(COLLECTED / 9)) },
  ];
  yield [
    'many pairs',
    { list: Array.from({ length: 50_000 }, (_, index) => `${index % 97 ? 'value' : '='} ${index}`) },
  ];
}

/** What Node's module makes of the objects, which takes long; each backend gets its own texts. */
const EXPECTED = Array.from(objects(), ([, object]) => oracle.stringify(object));

for (const name of BACKENDS) {
  const tested = async (): Promise<Module> =>
    (await backends()).find((backend) => backend.name === name)?.module as Module;

  test(`${name}: short texts, long ones, and many`, async (t) => {
    const { stringify } = await tested();
    for (const [index, [what, object]] of [...objects()].entries()) t.true(stringify(object) === EXPECTED[index], what);
  });

  test(`${name}: characters of every block`, async (t) => {
    const module = await tested();
    // Beyond the first plane some are enough, of more blocks than are remembered.
    for (let first = 0; first <= LAST_CHARACTER; first += first < 0x10000 ? 16 : 16 * 17) {
      if (first >= 0xd800 && first < 0xe000) continue;
      const text = String.fromCodePoint(...Array.from({ length: 16 }, (_, index) => first + index));
      const expected = oracle.escape(text);
      const pair = module.stringify({ [text]: `${text}x` });
      if (module.escape(text) !== expected || pair !== `${expected}=${expected}x`) t.fail(`${first}`);
    }
    t.pass();
  });

  test(`${name}: surrogates in any order`, async (t) => {
    const { stringify } = await tested();
    for (const text of ['\ud83d\ud83d', '\ude00x', '\ude00\ud83d', 'a\ud83d😀b', '\ud83dé', '\udbff\udfff\udc00 ']) {
      for (const object of [{ a: 1, b: text, c: 2 }, { [text]: [text, 'x', text] }]) {
        t.is(stringify(object), oracle.stringify(object));
      }
    }
  });

  test(`${name}: getters that write meanwhile`, async (t) => {
    const answer = (module: Module): unknown => {
      const nested = (depth: number): unknown =>
        module.stringify({
          before: `${depth}&`,
          get inner() {
            return depth === 0 ? 'é'.repeat(300) : nested(depth - 1);
          },
          list: Object.defineProperty(['a b', '', 'c'], 1, {
            get: () =>
              `${module.escape('€ ')}${module.stringify({ x: 'y'.repeat(3000), z: '&' })}${Object.keys(module.parse('q=%20') as object)}`,
          }),
          after: 'ü',
        });
      return nested(6);
    };
    t.is(answer(await tested()), answer(oracle));
  });

  test(`${name}: a getter that throws leaves no trace`, async (t) => {
    const { stringify } = await tested();
    const thrown = new Error('from a getter');
    const throwing = {
      a: 'x'.repeat(60),
      get b(): string {
        throw thrown;
      },
    };
    for (let count = 0; count < BUFFER / 32; count++)
      t.is(
        t.throws(() => stringify(throwing)),
        thrown,
      );
    t.is(stringify({ a: 1, b: ' ' }), 'a=1&b=%20');
  });
}
