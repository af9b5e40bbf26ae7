import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'execa',
  run: 'every feature that it documents, each by a test',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(85),
};
