import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../../scripts/run/project.mjs';

/**
 * The form of examples/form-handler, filled in and sent by a browser.
 *
 * @param {string} browser
 * @param {import('puppeteer-core').Browser} driver
 * @returns {Iterable<import('../../../../scripts/test/checks.mjs').Check>}
 */
export function* formChecks(browser, driver) {
  const check = (title, body) => [`${browser}, form: ${title}`, () => open(driver, body)];

  yield check('lists, line ends, plus signs and names with brackets arrive as they were filled in', async (page) => {
    await page.type('[name=name]', 'Jürgen +1 & 100 % 🦀');
    for (const box of await page.$$('[name="topping[]"]')) await box.click();
    await page.select('[name="size[salad]"]', 'large');
    await page.type('textarea', 'one\ntwo');
    await page.click('[name=newsletter]');
    assert.deepEqual(await send(page), {
      name: 'Jürgen +1 & 100 % 🦀',
      note: 'one\ntwo',
      toppings: ['olives', 'jalapeños', 'ham & cheese'],
      newsletter: true,
      sizes: { pizza: 'small', salad: 'large' },
    });
  });

  yield check('one box that is ticked, or none', async (page) => {
    const rest = { name: 'a', note: '', newsletter: false, sizes: { pizza: 'small', salad: 'small' } };
    await page.type('[name=name]', 'a');
    assert.deepEqual(await send(page), { ...rest, toppings: [] });
    await page.goto(new URL('/', page.url()).href);
    await page.type('[name=name]', 'a');
    await page.click('[name="topping[]"]');
    assert.deepEqual(await send(page), { ...rest, toppings: ['olives'] });
  });

  // In the other encoding a browser writes what it cannot encode as a reference of HTML.
  for (const [charset, text, expected] of [
    ['windows-1252', 'Jürgen 日', 'Jürgen &#26085;'],
    ['Shift_JIS', '日本 ü', '日本 &#252;'],
  ]) {
    yield check(`a form in ${charset}`, async (page) => {
      await page.$eval('form', (form, name) => form.setAttribute('accept-charset', name), charset);
      await page.type('[name=name]', text);
      assert.equal((await send(page)).name, expected);
    });
  }
}

async function send(page) {
  await Promise.all([page.waitForNavigation(), page.click('button')]);
  return JSON.parse(await page.$eval('pre', ({ textContent }) => textContent));
}

async function open(driver, body) {
  const server = spawn(process.execPath, [join(root, 'examples', 'form-handler', 'main.mjs')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const page = await driver.newPage();
  try {
    const [line] = await once(server.stdout, 'data');
    await page.goto(String(line).trim());
    await body(page);
  } finally {
    await page.close();
    server.kill();
  }
}
