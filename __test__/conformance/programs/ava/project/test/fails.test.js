import test from 'ava';

test('fails', (t) => {
  t.deepEqual({ actual: [1, 2] }, { actual: [1, 3] });
});
