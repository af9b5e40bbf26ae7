import test from 'ava';

test('exits', (t) => {
  t.pass();
  process.exit(2);
});
