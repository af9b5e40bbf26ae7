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

/** A module whose backend counts calls, and units to read, and remembers its memories' sizes. */
function observed(backend: Backend) {
  const sizes: number[] = [];
  const seen = { sizes, calls: 0, units: 0 };
  const $instantiate = (units: number, wideUnits: number): CodecInstance => {
    const instance = backend.$instantiate(units, wideUnits);
    sizes.push(instance.$buffer.byteLength);
    const $functions = Object.fromEntries(
      Object.entries(instance.$functions).map(([name, call]) => [
        name,
        (...values: (string | number)[]) => {
          seen.calls++;
          const [first, , end, separatedEnd] = values;
          if (name === '$parseText') seen.units += (first as string).length;
          if (name === '$parse') seen.units += end as number;
          if (name === '$parseSeparated') seen.units += separatedEnd as number;
          return (call as (...values: (string | number)[]) => number)(...values);
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

  test(`${name}: what is behind the last pair that counts is not read`, (t) => {
    const decode = (text: string): string => text;
    for (const limit of [1, 10, 100]) {
      for (const separator of ['&', ';', '; ']) {
        for (const options of [{ maxKeys: limit }, { maxKeys: limit, decodeURIComponent: decode }]) {
          const { seen, module } = observed(load());
          const query = `名=値${separator}`.repeat(20_000);
          t.is([module.parse(query, separator, null, options).名].flat().length, limit);
          t.true(seen.units <= limit * 128, `${seen.units} units for ${limit} pairs between '${separator}'`);
        }
      }
    }
  });

  test(`${name}: separators longer than what the codec reads do not go through it`, (t) => {
    const { seen, module } = observed(load());
    const long = 'x'.repeat(1 << 16);
    t.deepEqual({ ...module.parse('a=%41&b=2', null, long) }, { 'a=A': '', 'b=2': '' });
    t.deepEqual({ ...module.parse(`a=%41${long}b=2`, long) }, { a: 'A', b: '2' });
    t.is(seen.units, 0);
  });
}
