import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { visit } from '../../../scripts/browsers/visit.mjs';

/**
 * @typedef {object} Opened a browser, and the server of what it is to open
 * @property {import('puppeteer-core').Browser} driver
 * @property {Awaited<ReturnType<typeof import('../../../scripts/browsers/static-server.mjs').serve>>}
 *   server
 */

/** The functions of `applications/specs/page.js` that run the specs, by where they run them. */
export const places = { page: 'inPage', worker: 'inWorker' };

/**
 * Runs the specs once, with what the page's policy has refused meanwhile. An error of the page is
 * thrown.
 *
 * @param {Opened} opened
 * @param {'page' | 'worker'} place
 * @param {import('./specs.ts').Order} order
 */
export function runInBrowser({ driver, server }, place, order) {
  return visit(driver, server, '/', async (page) => {
    const report = await page.evaluate((name, given) => globalThis[name](given), places[place], order);
    return { ...report, refused: await page.evaluate(() => globalThis.refused) };
  });
}

/**
 * @throws when anything was asked for that is not in the bundle's folder, or would have been
 *   without the policy
 */
export function assertNothingBeyond(folder, { loaded, refused }, { requests, foreign }) {
  const files = readdirSync(folder, { recursive: true }).map((name) => `/${name}`);
  const paths = [...requests, ...loaded.map((url) => new URL(url).pathname)];
  assert.deepEqual(
    paths.filter((path) => path !== '/' && !files.includes(path)),
    [],
  );
  assert.deepEqual(foreign, []);
  assert.deepEqual(refused, []);
}
