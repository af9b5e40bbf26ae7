import { browser } from '../../../../scripts/toolchain/browsers.mjs';
import { allPassed, countTests, testFile } from '../node-test.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'playwright-core',
  run: 'Chromium by pipes at descriptors 3 and 4: pages, clicks, a screenshot, 5 MB each way, a killed browser',
  command: () => testFile('main.mjs'),
  result: countTests,
  expected: allPassed(9),
  needs: async () => {
    const { executable, missing } = await browser('chromium');
    return missing ? { missing } : { variables: { CHROMIUM: executable } };
  },
};
