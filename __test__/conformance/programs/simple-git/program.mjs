import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'simple-git',
  run: 'a repository: commits, branches, a merge with a conflict, log, diff, clone with progress, errors, abort, 20 tasks at once',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(9),
};
