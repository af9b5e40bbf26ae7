import assert from 'node:assert/strict';
import { tool } from '../../../scripts/browsers/tools.mjs';
import { fromFiles, open } from './open.mjs';

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

/** Every page: its links, its width on a phone, and what axe-core finds, light and dark. */
export async function* pageChecks(driver, pages) {
  const { default: axe } = await tool('axe-core');
  const seen = new Map();
  for (const { output } of pages) {
    yield [
      `${output}: opens from its file, fits on a phone and has no violation by axe-core, light and dark`,
      () =>
        open(driver, fromFiles, output, async (page) => {
          seen.set(output, await page.evaluate(linksAndAnchors));
          await assertFits(page);
          await page.setViewport(desk);
          await page.evaluate(axe.source);
          assert.deepEqual(await violations(page), [], 'light');
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
          assert.deepEqual(await violations(page, ['color-contrast']), [], 'dark');
        }),
    ];
  }
  yield ['every link within the site leads to a page and a heading that exist', () => assertLinks(seen)];
  yield ['axe-core notices what is wrong', () => noticed(driver, axe)];
}

/** Run in the page: where its links lead, as the browser sees them, and what can be linked to. */
function linksAndAnchors() {
  return {
    links: Array.from(document.querySelectorAll('a[href]'), ({ href }) => href),
    anchors: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
    title: document.title,
  };
}

async function assertFits(page) {
  await page.setViewport(phone);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= phone.width, `it is ${width} pixels wide`);
}

/** By all rules, or by some: what does not depend on colours is the same in the dark. */
async function violations(page, rules) {
  // It would read the style sheets again, which it cannot do from files; only rules about videos
  // and about turned screens need them.
  const options = { preload: false, ...(rules && { runOnly: rules }) };
  const { violations: found, passes } = await page.evaluate((given) => globalThis.axe.run(given), options);
  assert.ok(passes.length > 0);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

function assertLinks(seen) {
  const wrong = [];
  let count = 0;
  for (const [output, { links }] of seen) {
    for (const link of links.filter((url) => url.startsWith('file:'))) {
      count++;
      const [url, anchor] = link.split('#');
      const target = seen.get(url.slice(fromFiles.length));
      const isThere = target && (anchor === undefined || target.anchors.includes(decodeURIComponent(anchor)));
      if (!isThere) wrong.push(`${output}: ${link}`);
    }
    const others = links.filter((url) => !/^(file|https):/.test(url));
    wrong.push(...others.map((url) => `${output}: ${url}`));
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 1000, `there are ${count} links`);
  const titles = [...seen.values()].map(({ title }) => title);
  assert.deepEqual(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    [],
  );
}

function noticed(driver, axe) {
  return open(driver, fromFiles, 'index.html', async (page) => {
    await page.evaluate(axe.source);
    await page.evaluate(() => {
      document.querySelector('.prose').style.color = '#888';
      document.querySelector('.search-button').textContent = '';
    });
    const found = (await violations(page)).map((text) => text.split(':')[0]);
    assert.deepEqual([...new Set(found)].sort(), ['button-name', 'color-contrast']);
    await page.evaluate(() => {
      document.querySelector('.prose').style.width = '900px';
    });
    await assert.rejects(assertFits(page));
  });
}
