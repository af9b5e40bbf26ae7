import { expect, test } from 'vitest';

test('a large inline value', () => {
  expect({ long: 'x'.repeat(300_000), kept: new Map([[1, 2]]) }).toEqual({
    long: 'x'.repeat(300_000),
    kept: new Map([[1, 2]]),
  });
});
