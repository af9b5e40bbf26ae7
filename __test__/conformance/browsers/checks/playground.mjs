import assert from 'node:assert/strict';
import * as node from 'node:querystring';
import { launch } from '../../../../scripts/browsers/launch.mjs';
import { servePlayground } from '../../../../scripts/browsers/playground.mjs';
import { tool } from '../../../../scripts/browsers/tools.mjs';
import { visit } from '../../../../scripts/browsers/visit.mjs';

const limit = 60_000;
const phone = { width: 360, height: 740 };
const typed = 'q=caf%C3%A9+au%20lait&tag=a&tag=b&bad=%zz&empty&10=ten';

/**
 * The playground of examples/browser, used by a person: its results are those of Node's own module.
 */
export function* playgroundChecks(browser, driver) {
  const check = (title, body) => [`${browser}, playground: ${title}`, () => open(driver, body)];

  yield check('what is typed becomes a table, and nothing is requested beyond its files', async (page) => {
    await type(page, '#text', typed);
    assert.deepEqual(await readTable(page), rowsOf(node.parse(typed)));
    await type(page, '#max-keys', '2');
    assert.deepEqual(await readTable(page), rowsOf(node.parse(typed, '&', '=', { maxKeys: 2 })));
  });

  yield check('other separators', async (page) => {
    await type(page, '#text', 'a:1;b:2;a:3');
    await type(page, '#separator', ';');
    await type(page, '#equals', ':');
    assert.deepEqual(await readTable(page), rowsOf(node.parse('a:1;b:2;a:3', ';', ':')));
  });

  yield check('what is typed into the table becomes the text', async (page) => {
    await type(page, '#text', 'name=x&tag=a&tag=b');
    await type(page, '[aria-label="Value 1 of key 1"]', 'Jürgen & Söhne');
    await page.click('[aria-label="Remove value 1 of key 2"]');
    await page.click('[aria-label="Another value of key 2"]');
    await page.keyboard.type('c d');
    const expected = node.stringify({ name: 'Jürgen & Söhne', tag: ['b', 'c d'] });
    assert.equal(await page.$eval('#text', ({ value }) => value), expected);
  });

  yield check('what URLSearchParams makes otherwise is marked', async (page) => {
    await type(page, '#text', 'a=1&a=2');
    assert.deepEqual(await differing(page), []);
    await type(page, '#text', "?a=1&b=it's");
    const own = `?a=1&b=it's`;
    const theirs = new URLSearchParams(Object.entries(node.parse(own))).toString();
    assert.deepEqual(
      await differing(page),
      [
        ['"?a"', '"1"', 'not there'],
        ['formatted again', JSON.stringify(node.stringify(node.parse(own))), JSON.stringify(theirs)],
        ['"a"', 'not there', '"1"'],
      ].sort(),
    );
  });

  yield check('what has no query string gets an error with its code', async (page) => {
    assert.equal(await page.$eval('#problem', ({ hidden }) => hidden), true);
    await page.evaluate(() => [...document.querySelectorAll('#samples button')].at(-1).click());
    assert.match(await page.$eval('#problem', ({ textContent }) => textContent), /^ERR_INVALID_URI URI malformed\./);
  });

  yield check('times are measured', async (page) => {
    await page.click('#measure');
    await page.waitForFunction(() => document.querySelectorAll('.bars').length === 2, { timeout: limit });
    const times = await page.$$eval('.bars .time:not(.note)', (cells) => cells.map(({ textContent }) => textContent));
    assert.equal(times.length, 5);
    for (const time of times) assert.match(time, /^[1-9][\d.,]* [nµ]s$/);
  });

  yield check('a phone shows all of it without scrolling sideways', async (page) => {
    await page.setViewport(phone);
    await type(page, '#text', `${'a'.repeat(200)}=${'b'.repeat(200)}&${typed}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= phone.width, `it is ${width} pixels wide`);
  });

  yield check('it is accessible, as far as axe-core can tell', assertAccessible);

  yield [
    `${browser}, playground: it is dark where dark is preferred, and accessible there too`,
    async () => {
      const dark = await launch(browser, 'dark');
      try {
        const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.ok(brightness(await open(driver, background)) > 200);
        assert.ok(brightness(await open(dark, background)) < 60);
        await open(dark, assertAccessible);
      } finally {
        await dark.close();
      }
    },
  ];
}

/**
 * Opens the playground; nothing beyond its files may be requested, and nothing may be complained
 * about.
 */
async function open(driver, body) {
  const server = await servePlayground();
  try {
    const complaints = [];
    const { result, requests, foreign } = await visit(driver, server, '/', async (page) => {
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.waitForSelector('#playground:not([hidden])', { timeout: limit });
      return body(page);
    });
    assert.deepEqual(
      requests.filter((path) => !/^\/([a-z-]+\.(css|mjs))?$/.test(path)),
      [],
    );
    assert.deepEqual([...foreign, ...complaints], []);
    return result;
  } finally {
    server.close();
  }
}

/** Names, roles and contrast, in the state that shows most: differences, an error, times. */
async function assertAccessible(page) {
  await page.evaluate(() => [...document.querySelectorAll('#samples button')].at(-1).click());
  await page.click('#measure');
  await page.waitForFunction(() => document.querySelectorAll('.bars').length === 1, { timeout: limit });
  const { default: axe } = await tool('axe-core');
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  assert.ok(passes.length > 0);
  assert.deepEqual(
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    [],
  );
}

/** As a person does: everything that is in the field is selected, then typed over. */
async function type(page, selector, text) {
  await page.focus(selector);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

function readTable(page) {
  return page.$$eval('.result tbody tr', (rows) =>
    rows.map((row) => Array.from(row.querySelectorAll('input'), ({ value }) => value)),
  );
}

function rowsOf(query) {
  return Object.entries(query).map(([key, value]) => [key, ...[value].flat()]);
}

/** The rows that are marked, in the order of the alphabet: key, ours, theirs. */
async function differing(page) {
  const rows = await page.$$eval('.comparison .differs', (found) =>
    found.map((row) =>
      Array.from(row.querySelectorAll('th > :first-child, td > :first-child'), ({ textContent }) => textContent),
    ),
  );
  return rows.map((cells) => cells.slice(0, 3)).sort();
}

function brightness(color) {
  const [red, green, blue] = color.match(/\d+/g).map(Number);
  return (red + green + blue) / 3;
}
