// `stringify` writes all texts of an object one behind the other into the codec's memory.
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { backends, type Module, oracle } from './support/backends';
import { outcomeOf } from './support/play';

const BLOCK = 1 << 15;
/** At these lengths a text begins to be escaped in another way. */
const BORDERS = [24, 25, 48, 49, 512, 513, BLOCK, BLOCK + 1];
/** Nine bytes when escaped, the most that a unit can have. */
const LONGEST = '€';

/** The names of our backends with which a call ends in another way than with Node's module. */
async function differing(call: (module: Module) => unknown): Promise<readonly string[]> {
  const expected = outcomeOf(() => call(oracle));
  const differs = (module: Module): boolean =>
    !isDeepStrictEqual(
      outcomeOf(() => call(module)),
      expected,
    );
  return (await backends()).filter(({ module }) => differs(module)).map(({ name }) => name);
}

test('texts of every length, as a key, a value, an element', async (t) => {
  for (const length of BORDERS) {
    for (const unit of ['x', ' ', LONGEST, '😀']) {
      const text = unit.repeat(length).slice(0, length - (length % unit.length));
      for (const object of [
        { [text]: 'v' },
        { first: text, second: 'v' },
        { 'a key': [1, text, 2, text], last: 'v' },
        { before: ['v', 'w'], [text]: ['v', 'w', text], last: [] },
        new Proxy({ before: 1, [text]: text }, {}),
      ]) {
        t.deepEqual(await differing(({ stringify }) => stringify(object)), []);
        t.deepEqual(await differing(({ stringify }) => stringify(object, ';', ':')), []);
      }
      t.deepEqual(await differing((module) => module.escape(text)), []);
    }
  }
});

test('a lone surrogate throws wherever it is, and the next call knows nothing of it', async (t) => {
  for (const length of BORDERS) {
    for (const surrogate of ['\ud83d', '\ude00']) {
      for (const filling of ['x', LONGEST]) {
        const text = filling.repeat(length - 1);
        for (const bad of [`${text}${surrogate}`, `${surrogate}${text}`]) {
          for (const object of [{ bad }, { first: 'v', [bad]: 1 }, { first: 'v', list: ['v', bad, 'w'], last: 1 }]) {
            t.deepEqual(await differing(({ stringify }) => stringify(object)), []);
            t.deepEqual(await differing(({ stringify }) => stringify({ a: 1, b: 'é' })), []);
          }
        }
      }
    }
  }
});

test('getters that call the module, wherever the output ends', async (t) => {
  const long = LONGEST.repeat(BLOCK);
  // Around the length up to which the output is read as one string: three pairs are less.
  for (const count of [0, 3, 4]) {
    const objectOf = (module: Module, depth: number): object => ({
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}${long.slice(500)}`, long])),
      get escaped() {
        return `${module.escape(`a ${long}`.slice(0, BLOCK))}&${module.escape('é&')}`;
      },
      get parsed() {
        return Object.values(module.parse(`a=${'%C3%A9'.repeat(BLOCK)}&b=é€`) as object).join();
      },
      get nested() {
        return module.stringify(depth > 0 ? objectOf(module, depth - 1) : { last: [1, '&'] });
      },
      // A getter as well, since the engine puts getters behind the other properties.
      get list() {
        return new Proxy(['v', long, 'w'], {
          get(list, key) {
            if (key === 'length') module.escape(long);
            return Reflect.get(list, key);
          },
        });
      },
    });
    t.deepEqual(await differing((module) => module.stringify(objectOf(module, 1))), []);
  }
});

test('a getter that throws in the middle of a long output', async (t) => {
  for (const count of [1, 7, 8]) {
    const object = {
      ...Array.from({ length: count }, () => LONGEST.repeat(BLOCK)),
      get last() {
        throw new RangeError('from the getter');
      },
    };
    t.deepEqual(await differing(({ stringify }) => stringify(object)), []);
    t.deepEqual(await differing(({ stringify }) => stringify({ a: 1, b: ['é', ' '] })), []);
  }
});
