import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { serveTerminal, untilShown } from '../../../../scripts/browsers/terminal.mjs';

const shell = { shell: 'bash', args: ['--norc', '--noprofile'], spawn: { env: { ...process.env, PS1: '> ' } } };

/**
 * The shell of examples/terminal in a browser, used by a person.
 *
 * @param {string} browser
 * @param {import('puppeteer-core').Browser} driver
 * @returns {Iterable<import('../../../../scripts/test/checks.mjs').Check>}
 */
export function* terminalChecks(browser, driver) {
  const check = (title, body) => [`${browser}, terminal: ${title}`, () => open(driver, body)];

  yield check('what is typed is run, and Ctrl-C interrupts it', async (page) => {
    await type(page, 'echo $((6 * 7)) wörld');
    await untilShown(page, /^42 wörld\n>/m);
    await type(page, 'echo asleep; sleep 1000');
    await untilShown(page, /^asleep$/m);
    await page.keyboard.down('Control');
    await page.keyboard.press('c');
    await page.keyboard.up('Control');
    await untilShown(page, /\^C\n>/);
  });

  yield check('colours are those of the scheme', async (page) => {
    await type(page, "printf '\\033[31mred\\033[0m \\033[38;2;10;120;30mother\\033[0m\\n'");
    await untilShown(page, /^red other\n>/m);
    const colors = await page.evaluate(() => {
      const spans = [...document.querySelectorAll('.xterm-rows span')];
      return ['red', 'other'].map((text) => getComputedStyle(spans.find((span) => span.textContent === text)).color);
    });
    assert.deepEqual(colors, ['rgb(179, 38, 30)', 'rgb(10, 120, 30)']);
  });

  yield check('a change of the size reaches the program', async (page) => {
    const size = async (name) => {
      await type(page, `clear; stty size; echo ${name}`);
      const shown = new RegExp(`^(\\d+) (\\d+)\\n${name}$`, 'm');
      const [, rows, cols] = shown.exec(await untilShown(page, shown));
      assert.equal(await page.$eval('#state', ({ textContent }) => textContent), `${cols} × ${rows}`);
      return [Number(rows), Number(cols)];
    };
    const [rows, cols] = await size('first');
    await page.setViewport({ width: 1100, height: 700 });
    await page.waitForFunction(
      (before) => document.querySelector('#state').textContent !== before,
      {},
      `${cols} × ${rows}`,
    );
    const [rowsLater, colsLater] = await size('second');
    assert.ok(rowsLater > rows && colsLater > cols, `${[rows, cols]} and then ${[rowsLater, colsLater]}`);
  });

  yield check('a program takes the whole screen and gives it back', async (page) => {
    await type(page, 'echo before; seq 1000 | less');
    await untilShown(page, /^1\n2\n[\s\S]*^:/m);
    await page.keyboard.type('G');
    assert.doesNotMatch(await untilShown(page, /^1000\n\(END\)/m), /before/);
    await page.keyboard.type('q');
    await untilShown(page, /^before\n>/m);
  });

  yield check('much output arrives whole', async (page) => {
    await type(page, 'seq 200000; echo done');
    await untilShown(page, /^199999\n200000\ndone\n>/m);
  });

  yield check('the end of the shell is shown', async (page) => {
    await type(page, 'exit 3');
    await page.waitForFunction(() => document.querySelector('#state').textContent === 'ended: code 3');
  });

  yield check('the shell is hung up when the page is gone', async (page) => {
    await type(page, 'echo pid $$ is it');
    const [, pid] = /^pid (\d+) is it$/m.exec(await untilShown(page, /^pid \d+ is it$/m));
    assert.ok(isAlive(pid));
    await page.goto('about:blank');
    for (let left = 1_000; isAlive(pid) && left > 0; left--) await delay(10);
    assert.ok(!isAlive(pid));
  });

  yield [`${browser}, terminal: nobody else gets a shell`, refusals];
}

async function open(driver, body) {
  const server = await serveTerminal(shell);
  const context = await driver.createBrowserContext();
  try {
    const complaints = [];
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewport({ width: 900, height: 500 });
    await page.goto(server.url);
    await untilShown(page, /^>/);
    await body(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    server.close();
  }
}

async function type(page, line) {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Without the token, from another site, by another name of this machine. */
async function refusals() {
  const { origin, token, WebSocket, close } = await serveTerminal(shell);
  const answer = (protocols, headers) =>
    new Promise((resolve) => {
      const socket = new WebSocket(origin.replace('http:', 'ws:'), protocols, { headers: { origin, ...headers } });
      socket.on('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.on('error', ({ message }) => resolve(message));
    });
  const refused = 'Unexpected server response: 403';
  try {
    assert.equal(await answer(['terminal', token]), 'open');
    assert.equal(await answer(['terminal']), refused);
    assert.equal(await answer(['terminal', token.replace(/.$/, '!')]).catch(({ message }) => message), refused);
    assert.equal(await answer(['terminal', token], { origin: 'http://localhost' }), refused);
    assert.equal(await answer(['terminal', token], { host: 'example.org' }), refused);
  } finally {
    close();
  }
}

function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
