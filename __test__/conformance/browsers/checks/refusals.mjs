import assert from 'node:assert/strict';
import { launch } from '../../../../scripts/browsers/launch.mjs';
import { serve } from '../../../../scripts/browsers/static-server.mjs';
import { visit } from '../../../../scripts/browsers/visit.mjs';
import { policies } from '../policies.mjs';
import { places } from '../run-in-browser.mjs';

const message =
  "rt-std/querystring cannot run here: it needs WebAssembly with 128-bit vectors (SIMD) and, in a browser, a Content-Security-Policy with 'wasm-unsafe-eval'";

/** What the module says where it cannot run: one error, documented in docs/deviations.md. */
export function* refusals(browser, driver, folder) {
  for (const place of Object.keys(places)) {
    yield [
      `${browser}, ${place}: a policy without 'wasm-unsafe-eval' gets the one documented error`,
      () => assertRefused(driver, folder, policies.withoutWebAssembly, place),
    ];
    yield [
      `${browser}, ${place}: so does an engine without SIMD`,
      async () => {
        const other = await launch(browser, 'withoutVectors');
        if (other.missing) return other;
        try {
          await assertRefused(other, folder, policies.webAssembly, place);
        } finally {
          await other.close();
        }
      },
    ];
  }
}

async function assertRefused(driver, folder, policy, place) {
  const server = await serve(folder, { policy });
  try {
    const { result } = await visit(driver, server, '/', (page) =>
      page.evaluate(async (name) => {
        try {
          await globalThis[name]({});
          return undefined;
        } catch (error) {
          return error.message;
        }
      }, places[place]),
    );
    assert.equal(result, message);
  } finally {
    server.close();
  }
}
