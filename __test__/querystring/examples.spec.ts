import test from 'ava';
import { backends } from './support/backends';
import { documentedExamples } from './support/documented-examples';

/** Parsed results have no prototype, literals have one. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

test('every documented example gives what it says, with every backend', async (t) => {
  for (const { name, module } of await backends()) {
    for (const { text, actual, expected } of documentedExamples())
      t.deepEqual(plain(actual(module)), expected(module), `${name}: ${text}`);
  }
});

test('every function and every option has an example', async (t) => {
  const text = documentedExamples()
    .map((example) => example.text)
    .join('\n');
  const [tested] = await backends();
  for (const name of Object.keys(tested?.module ?? {})) t.true(text.includes(`querystring.${name}(`), name);
  for (const option of ['maxKeys', 'decodeURIComponent', 'encodeURIComponent'])
    t.true(text.includes(`${option}:`), option);
});
