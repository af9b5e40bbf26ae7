import { createRequire } from 'node:module';
import test from 'ava';
import { type Module, oracle } from './support/backends';

test('one object is behind CommonJS, ES modules and both entries of the default', async (t) => {
  const required = createRequire(__filename)('rt-std/querystring') as Module;
  const imported = (await import('rt-std/querystring')) as unknown as { default: Module; parse: unknown };
  t.is(imported.default, required);
  t.is(imported.parse, required.parse);
  t.deepEqual(Object.keys(required), Object.keys(oracle));
});
