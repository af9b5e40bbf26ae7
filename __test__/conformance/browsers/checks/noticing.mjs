import assert from 'node:assert/strict';
import { serve } from '../../../../scripts/browsers/static-server.mjs';
import { policies } from '../policies.mjs';
import { assertNothingBeyond, runInBrowser } from '../run-in-browser.mjs';

/**
 * Whether the specs notice a module that answers wrongly, and whether a request beyond the bundle
 * is noticed: a check that cannot fail proves nothing.
 */
export function* noticing(browser, driver, folder) {
  yield [
    `${browser}: wrong answers fail a test of every spec file, and a request beyond the bundle is noticed`,
    async () => {
      const server = await serve(folder, { policy: policies.webAssembly });
      const order = { wrong: true, seed: 0, count: 0 };
      const { result, ...requested } = await runInBrowser({ driver, server }, 'page', order);
      server.close();
      for (const [file, tests] of Object.entries(result.files)) {
        assert.ok(
          tests.some(({ failure }) => failure !== undefined),
          `${file} has not noticed`,
        );
      }
      assert.throws(() => assertNothingBeyond(folder, result, requested), /beyond-the-bundle/);
    },
  ];
}
