import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'foreground-child',
  run: 'what the child gets and how the parent ends: output, codes, signals both ways, messages, a callback',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(7),
};
