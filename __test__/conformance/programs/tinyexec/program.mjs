import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'tinyexec',
  run: 'its documented API: results, lines, pipes, kill, abort, timeout, throwOnError, a local program',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(7),
};
