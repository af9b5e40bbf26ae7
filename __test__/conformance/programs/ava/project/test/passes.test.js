import test from 'ava';

test('in a process of its own', (t) => {
  t.is(typeof process.send, 'function');
});

test('a promise', async (t) => {
  t.is(await new Promise((resolve) => setTimeout(resolve, 10, 'value')), 'value');
});
