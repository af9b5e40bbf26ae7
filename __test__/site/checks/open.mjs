import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { output } from '../../../site/generator/build.mjs';

/** Where the site is without a server. */
export const fromFiles = pathToFileURL(join(output, '/')).href;

/**
 * Opens a page of the site in a profile of its own. Nothing may be asked of anybody else, nothing
 * may be missing, and no script may complain.
 *
 * @param {import('puppeteer-core').Browser} driver
 * @param {string} origin of the site, with `/` at its end: {@link fromFiles}, or a server's
 * @param {string} path of the page
 * @param {(page: import('puppeteer-core').Page) => Promise<unknown>} body
 */
export async function open(driver, origin, path, body) {
  const context = await driver.createBrowserContext();
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) complaints.push(request.url());
    });
    await page.goto(origin + path);
    const result = await body(page);
    assert.deepEqual(complaints, []);
    return result;
  } finally {
    await context.close();
  }
}
