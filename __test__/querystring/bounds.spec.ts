import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import test from 'ava';
import type { Backend, CodecFunctions, CodecInstance } from '../../ts/binding/querystring-codec';
import { oracle } from './support/backends';

const compiled = join(__dirname, '..', '..', '..', 'build');
const { createQuerystring } = require(join(compiled, 'querystring', 'create.js'));
const { workspaceOf } = require(join(compiled, 'querystring', 'workspace.js'));
const { nodePlatform } = require(join(compiled, 'querystring', 'node-platform.js'));
const { loadWasm } = require(join(compiled, 'binding', 'wasm.js'));
const { loadNative } = require(join(compiled, 'binding', 'querystring-native.js'));

const SMALL_SIZE = 4 << 20;
const ALL = { maxKeys: 0 };

/** A module whose backend counts calls and remembers the sizes of its memories. */
function observed(backend: Backend) {
  const sizes: number[] = [];
  const seen = { sizes, calls: 0 };
  const $instantiate = (units: number, wideUnits: number): CodecInstance => {
    const instance = backend.$instantiate(units, wideUnits);
    sizes.push(instance.$buffer.byteLength);
    const $functions = Object.fromEntries(
      Object.entries(instance.$functions).map(([name, call]) => [
        name,
        (...numbers: number[]) => {
          seen.calls++;
          return (call as (...values: number[]) => number)(...numbers);
        },
      ]),
    ) as unknown as CodecFunctions;
    return { ...instance, $functions };
  };
  return {
    seen,
    module: createQuerystring(
      workspaceOf(() => ({ $instantiate }), nodePlatform),
      nodePlatform,
    ),
  };
}

for (const [name, load] of [
  ['native', loadNative],
  ['wasm', loadWasm],
] as const) {
  test(`${name}: only a long pair with escapes needs a larger memory, which the next one uses again`, (t) => {
    const { seen, module } = observed(load());
    const value = '%C3%A9+'.repeat(1 << 20);
    t.is(module.unescape(value), oracle.unescape(value));
    t.true(Buffer.from(module.unescapeBuffer(value)).equals(oracle.unescapeBuffer(value) as Buffer));
    t.is(module.escape(value), oracle.escape(value));
    t.is(module.stringify({ value }), oracle.stringify({ value }));
    t.is(seen.sizes.length, 1);
    for (let round = 0; round < 5; round++) {
      assert.deepEqual(module.parse(`a=${value}&b=1`), oracle.parse(`a=${value}&b=1`));
    }
    t.is(seen.sizes.length, 2);
    t.true((seen.sizes[0] as number) <= SMALL_SIZE);
  });

  test(`${name}: a long pair without anything to decode needs no larger memory`, (t) => {
    const { seen, module } = observed(load());
    const query = `a=${'x'.repeat(64 << 20)}&b=1`;
    const result = module.parse(query) as { a: string; b: string };
    t.is(result.a.length, 64 << 20);
    t.is(result.b, '1');
    t.deepEqual(seen.sizes.length, 1);
  });

  test(`${name}: the number of calls grows with the length, whatever the keys are`, (t) => {
    const calls = (keys: number, key: (index: number) => string): number => {
      const { seen, module } = observed(load());
      const query = Array.from({ length: keys }, (_, index) => key(index)).join('&');
      t.is(Object.keys(module.parse(query, null, null, ALL)).length, new Set(query.split('&')).size);
      return seen.calls;
    };
    for (const key of [
      (index: number) => `k${index}`,
      (index: number) => `${'same beginning, '.repeat(3)}${index}`,
      (index: number) => `${index % 2}`,
    ]) {
      const [some, more] = [calls(50_000, key), calls(200_000, key)];
      t.true(more <= 4.2 * some, `${some} calls for 50,000 pairs, ${more} for 200,000`);
    }
  });
}
