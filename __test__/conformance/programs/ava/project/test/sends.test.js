import test from 'ava';

test('large results', (t) => {
  t.log('x'.repeat(1_000_000));
  t.pass();
});

test.skip('skipped', () => {});
