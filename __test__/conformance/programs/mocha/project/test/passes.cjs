const assert = require('node:assert/strict');

describe('passes', () => {
  let prepared = 0;
  before(async () => {
    prepared++;
  });

  it('runs in a worker process', () => {
    assert.equal(typeof process.send, 'function');
    assert.equal(prepared, 1);
  });

  it('starts a process of its own', (done) => {
    require('node:child_process').exec('echo from a test', (error, stdout) => {
      assert.equal(stdout, 'from a test\n');
      done(error);
    });
  });

  for (let number = 0; number < 50; number++) it(`number ${number}`, () => Promise.resolve());
});
