import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'nano-spawn',
  run: 'its documented API: results, input, iteration, pipes, errors, options of spawn, messages',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(8),
};
