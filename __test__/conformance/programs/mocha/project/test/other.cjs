describe('other', () => {
  it('is in another file', () => {});
});
