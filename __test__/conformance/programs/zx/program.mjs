import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'zx',
  run: '$ with values, pipes, input, kill, timeout, retry, within, $.sync; a script by its command',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(16),
};
