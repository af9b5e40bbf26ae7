/**
 * @typedef {object} Visit what a page did
 * @property {unknown} result what `body` returned
 * @property {string[]} requests the paths that it asked of the server, in order
 * @property {string[]} foreign the URLs that it asked of anybody else
 */

/**
 * Opens a page in a profile of its own, and records what is requested meanwhile.
 *
 * @param {import('puppeteer-core').Browser} driver
 * @param {Awaited<ReturnType<typeof import('./static-server.mjs').serve>>} server
 * @param {string} path of the page on the server
 * @param {(page: import('puppeteer-core').Page) => Promise<unknown>} body
 * @returns {Promise<Visit>}
 */
export async function visit(driver, server, path, body) {
  const context = await driver.createBrowserContext();
  try {
    const page = await context.newPage();
    const foreign = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${server.origin}/`) && !url.startsWith('data:')) foreign.push(url);
    });
    server.requests.length = 0;
    await page.goto(server.origin + path);
    return { result: await body(page), requests: [...server.requests], foreign };
  } finally {
    await context.close();
  }
}
