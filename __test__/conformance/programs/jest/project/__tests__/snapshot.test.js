test('a snapshot', () => {
  expect({ kept: new Map([[1, new Set(['a'])]]), long: 'x'.repeat(200_000) }).toMatchSnapshot();
});
