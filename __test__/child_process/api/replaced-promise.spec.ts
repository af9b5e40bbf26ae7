import test from 'ava';
import { runWithBoth } from '../../support/both-programs';

test('the promisified forms give promises of the language, whatever has taken the place of Promise', (t) => {
  const program = `
    const { promisify } = require('node:util');
    const Original = Promise;
    class Replaced extends Promise {}
    globalThis.Promise = Replaced;
    const promises = [promisify(childProcess.exec)('true'), promisify(childProcess.execFile)('true')];
    globalThis.Promise = Original;
    for (const promise of promises) console.log(promise instanceof Replaced, promise.constructor === Original);
  `;
  const { ours, theirs } = runWithBoth(program);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout, 'false true\nfalse true\n');
});
