const assert = require('node:assert/strict');

describe('fails', () => {
  it('compares', () => {
    assert.equal(1, 2);
  });

  it('takes too long', function (done) {
    this.timeout(50);
    setTimeout(done, 1_000).unref();
  });

  it('is to be written');
});
