import { launch } from '../../../../scripts/browsers/launch.mjs';
import { serve } from '../../../../scripts/browsers/static-server.mjs';
import { policies } from '../policies.mjs';
import { assertPassed } from '../report.mjs';
import { places, runInBrowser } from '../run-in-browser.mjs';
import { long } from './specs.mjs';

/** Where WebAssembly is refused, the module loads, and its codec in TypeScript passes the specs. */
export function* refusals(browser, driver, folder) {
  for (const place of Object.keys(places)) {
    const leftOut = place === 'page' ? [] : long;
    yield [
      `${browser}, ${place}: with a policy without 'wasm-unsafe-eval', the codec is TypeScript and passes the specs`,
      () => assertTypeScript(driver, folder, policies.withoutWebAssembly, { place, leftOut }),
    ];
    yield [
      `${browser}, ${place}: so it is in an engine without SIMD`,
      async () => {
        const other = await launch(browser, 'withoutVectors');
        if (other.missing) return other;
        try {
          await assertTypeScript(other, folder, policies.webAssembly, { place, leftOut: long });
        } finally {
          await other.close();
        }
      },
    ];
  }
}

async function assertTypeScript(driver, folder, policy, { place, leftOut }) {
  const server = await serve(folder, { policy });
  try {
    const order = { wrong: false, leftOut, seed: 1, count: 500 };
    const { result } = await runInBrowser({ driver, server }, place, order);
    assertPassed(result, 'typescript', order.seed, order.count);
  } finally {
    server.close();
  }
}
