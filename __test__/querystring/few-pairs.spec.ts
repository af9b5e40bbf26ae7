// `stringify` joins up to three pairs from pieces, and keeps the keys that it has written.
import test from 'ava';
import { backends, type Module, oracle } from './support/backends';
import { countedCalls } from './support/counted-calls';
import { outcomeOf } from './support/play';

/** How a call ends with each backend that differs from Node's module. */
async function differing(call: (module: Module) => unknown): Promise<readonly [string, string][]> {
  const endingOf = (module: Module): string => JSON.stringify(outcomeOf(() => call(module)));
  const expected = endingOf(oracle);
  return (await backends())
    .map(({ name, module }): [string, string] => [name, endingOf(module)])
    .filter(([, ending]) => ending !== expected);
}

const VALUES = ['', 'plain', 'a b', 'é', '😀', '\ud83d', 'x'.repeat(64), 'x'.repeat(65), 1, 1e21, true, 2n, null];
const OTHERS = [undefined, Number.NaN, Symbol.iterator, [], ['v'], ['v', 'w x', 'y'], {}, () => 'f'];

const FIRST = ['first', 'v'];
const SECOND = ['second', 'w'];

test('all values in all places of one to four pairs', async (t) => {
  for (const value of [...VALUES, ...OTHERS]) {
    for (const key of ['', 'key', 'a key', 'é', '\ud83d', '__proto__', 'k'.repeat(33)]) {
      const tested = [key, value];
      for (const entries of [
        [tested],
        [FIRST, tested],
        [FIRST, tested, SECOND],
        [FIRST, SECOND, tested],
        [tested, FIRST, SECOND, ['third', 1]],
      ]) {
        const object = Object.fromEntries(entries);
        t.deepEqual(await differing(({ stringify }) => stringify(object)), []);
        t.deepEqual(await differing(({ stringify }) => stringify(object, ';', ':')), []);
      }
    }
  }
});

test('properties are read in the order of Node, also when one throws or calls the module', async (t) => {
  for (const values of [
    ['v', 'w', 'x'],
    ['v', 'a b', 'x'],
    ['v', '\ud83d', 'x'],
    [['v', 'w'], 'a b', 'x'],
  ]) {
    t.deepEqual(
      await differing((module) => {
        const read: unknown[] = [];
        const object = new Proxy(Object.fromEntries(values.map((value, index) => [`key${index}`, value])), {
          ownKeys: (target) => {
            read.push('keys');
            return Reflect.ownKeys(target);
          },
          get: (target, name) => {
            read.push(name, module.stringify({ inner: 'i', [name]: 'é ü' }));
            read.push(module.stringify({ inner: 'i', [name]: 'v' }, '\n', '>'));
            return Reflect.get(target, name);
          },
        });
        const ending = outcomeOf(() => module.stringify(object));
        const other = outcomeOf(() => module.stringify(object, ';', ':'));
        return [ending, other, read];
      }),
      [],
    );
    t.deepEqual(
      await differing(({ stringify }) =>
        stringify({
          first: values[0],
          get second() {
            throw new Error('refused');
          },
        }),
      ),
      [],
    );
  }
});

test('more keys than are kept', async (t) => {
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 600; index++) {
      const object = { [`many${index}`]: 'v', [`many keys ${index}`]: 'w' };
      for (const { module } of await backends()) t.is(module.stringify(object), oracle.stringify(object));
    }
  }
});

test('the same keys with one pair of separators after another', async (t) => {
  const signs = ['=', ':', '%', '\0', '\x7f', '\x80', 'é', '=>', '', null, undefined, 5, ['='], new String(':')];
  const objects = [{ 'a key': 'v' }, { 'a key': 'v', b: 'w' }, { 'a key': ['v', 'w x'], b: 'é', c: [], d: 1, e: 2 }];
  for (const separator of ['&', ...signs]) {
    for (const equals of signs) {
      for (const object of objects) {
        const call = ({ stringify }: Module): unknown => stringify(object, separator as string, equals as string);
        t.deepEqual(await differing(call), []);
      }
    }
  }
});

test('a key is escaped once, as long as there are few', async (t) => {
  const [{ module } = { module: oracle }] = await backends();
  const escapes = (name: string): number => countedCalls(() => module.stringify({ [name]: 'v' })).escapeAny ?? 0;
  t.is(escapes('another key'), 1);
  t.is(escapes('another key'), 0);
  for (let index = 0; index < 600; index++) module.stringify({ [`filling${index}`]: 'v' });
  t.is(escapes('one too many'), 1);
  t.is(escapes('one too many'), 1);
  t.is(escapes('another key'), 0);
});
