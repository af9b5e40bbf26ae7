import assert from 'node:assert/strict';
import * as node from 'node:querystring';
import { serve } from '../../../scripts/browsers/static-server.mjs';
import { output } from '../../../site/generator/build.mjs';
import { fromFiles, open } from './open.mjs';

const limit = 30_000;
const phone = { width: 360, height: 740 };
/** What somebody types, and what the page of the first result must be. */
const searches = {
  killTree: /killtree/,
  'kill tree': /ending|killtree/,
  forceKillAfterDelay: /ending-processes/,
  maxBuf: /child_process|synchronous/,
  'query strin': /query/,
  RT_STD_OVERRIDE: /switching|deviations|changelog/,
  'malformd message': /./,
};

/** What the scripts of the site do, from its files and from a server. */
export async function* useChecks(name, driver) {
  const server = await serve(output);
  const places = { 'from files': fromFiles, 'from a server': `${server.origin}/` };
  for (const [where, origin] of Object.entries(places)) {
    const check = (title, path, body) => [`${name}, ${where}: ${title}`, () => open(driver, origin, path, body)];
    yield check('the search finds pages by words and names, and Enter opens the first', 'guide/start.html', searchFor);
    yield check('the search says when nothing was found, and Escape closes it', 'index.html', findNothing);
    yield check('the playground parses and formats as Node does', 'playground.html', play);
    yield check('the theme changes and stays on the next page', 'index.html', changeTheme);
    yield check('the menu of a phone opens a page', 'index.html', openMenu);
  }
  yield [
    `${name}: pages can be read without scripts`,
    () => {
      if (name !== 'chromium') return { missing: 'only the driver of Chromium can turn scripts off' };
      return open(driver, fromFiles, 'guide/start.html', withoutScripts);
    },
  ];
  server.close();
}

async function searchFor(page) {
  for (const [words, expected] of Object.entries(searches)) {
    await page.keyboard.press('/');
    await page.waitForSelector('dialog.search[open]', { timeout: limit });
    await page.$eval('dialog.search input', (input) => input.select());
    await page.keyboard.type(words);
    await page.waitForSelector('.results a', { timeout: limit });
    const [first] = await page.$$eval('.results a', (links) => links.map(({ href }) => href));
    assert.match(first, expected, words);
    await Promise.all([
      page.waitForFunction((url) => location.href === url, { timeout: limit }, first),
      page.keyboard.press('Enter'),
    ]);
    await page.waitForSelector('.search-button', { timeout: limit });
    await page.waitForFunction(() => document.readyState === 'complete' && !document.querySelector('dialog[open]'), {
      timeout: limit,
    });
  }
}

async function findNothing(page) {
  await page.click('.search-button');
  await page.keyboard.type('zzqqxxyy');
  await page.waitForFunction(() => document.querySelector('.found').textContent === 'Nothing was found.', {
    timeout: limit,
  });
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog.search:not([open])', { timeout: limit });
}

async function play(page) {
  const typed = 'q=caf%C3%A9+au%20lait&tag=a&tag=b&bad=%zz&empty';
  await page.waitForSelector('#playground:not([hidden])', { timeout: limit });
  await page.$eval(
    '#text',
    (field, text) => {
      field.value = text;
      field.dispatchEvent(new Event('input'));
    },
    typed,
  );
  const rows = await page.$$eval('.result tbody tr', (found) =>
    found.map((row) => Array.from(row.querySelectorAll('input'), ({ value }) => value)),
  );
  assert.deepEqual(
    rows,
    Object.entries(node.parse(typed)).map(([key, value]) => [key, ...[value].flat()]),
  );
  await page.click('#measure');
  await page.waitForFunction(() => document.querySelectorAll('.bars').length === 2, { timeout: limit });
}

async function changeTheme(page) {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await background();
  await page.click('.theme-button');
  const after = await background();
  assert.notEqual(after, before);
  await Promise.all([page.waitForNavigation(), page.click('a[rel="next"]')]);
  assert.equal(await background(), after);
}

async function openMenu(page) {
  await page.setViewport(phone);
  const isShown = () => page.$eval('.menu', (menu) => menu.checkVisibility());
  assert.equal(await isShown(), false);
  await page.click('.menu-button');
  assert.equal(await isShown(), true);
  await page.keyboard.press('Escape');
  assert.equal(await isShown(), false);
  await page.click('.menu-button');
  await Promise.all([page.waitForNavigation(), page.click('.menu a[href="guide/streams.html"]')]);
  assert.equal(await page.$eval('h1', ({ textContent }) => textContent), 'Streams');
}

async function withoutScripts(page) {
  await page.setJavaScriptEnabled(false);
  await page.reload();
  await page.setViewport(phone);
  assert.equal(await page.$eval('.menu', (menu) => menu.checkVisibility()), true);
  assert.equal(await page.$eval('.search-button', (button) => button.checkVisibility()), false);
}
