test('fails', () => {
  expect({ actual: [1, 2] }).toEqual({ actual: [1, 3] });
});

test.skip('skipped', () => {});
