import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'esbuild',
  run: 'its service process: transform, build with a plugin, context with rebuild and serve, errors, sync calls, stop',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(8),
};
