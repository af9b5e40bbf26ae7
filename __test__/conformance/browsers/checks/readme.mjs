import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../../../scripts/browsers/static-server.mjs';
import { visit } from '../../../../scripts/browsers/visit.mjs';
import { policies } from '../policies.mjs';
import { readme } from '../readme.mjs';

const query = '?name=J%C3%BCrgen&tag=a+b&tag=c';
const withPage = '?name=J%C3%BCrgen&tag=a%20b&tag=c&page=2';
const limit = 10_000;

/**
 * What README.md says about browsers, word by word, in a project in which the packed packages are
 * installed.
 */
export function* readmeChecks(browser, driver, { folder, bundled }, bundlers) {
  for (const bundler of bundlers) {
    yield [
      `${browser}: README's program, bundled by ${bundler}`,
      async () => assertPageIsAdded(driver, await bundled(bundler, 'readme'), '/', policies.webAssembly),
    ];
  }
  yield [
    `${browser}: README's program and import map, without a bundler`,
    async () => {
      const [, text] = /<script type="importmap">(.*)<\/script>/s.exec(readme.importMap);
      const hash = createHash('sha256').update(text).digest('base64');
      const head = `<meta charset="utf-8"><title>An import map</title><link rel="icon" href="data:,">${readme.importMap}`;
      const page = `<!doctype html><html lang="en">${head}<script type="module" src="./import-map.js"></script></html>`;
      writeFileSync(join(folder, 'import-map.html'), page);
      writeFileSync(join(folder, 'import-map.js'), readme.program.replace("'rt-std/querystring'", "'rt:querystring'"));
      await assertPageIsAdded(driver, folder, '/import-map.html', policies.withInlineScript(hash));
    },
  ];
}

async function assertPageIsAdded(driver, folder, path, policy) {
  const server = await serve(folder, { policy });
  try {
    const { result, foreign } = await visit(driver, server, path + query, async (page) => {
      await page.waitForFunction((before) => location.search !== before, { timeout: limit }, query);
      return page.evaluate(() => location.search);
    });
    assert.equal(result, withPage);
    assert.deepEqual(foreign, []);
  } finally {
    server.close();
  }
}
