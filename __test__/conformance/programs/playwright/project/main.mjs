import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const options = {
  executablePath: process.env.CHROMIUM,
  // As root, Chromium refuses to start with it.
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-quic', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
};
const markup = `<!doctype html><title>A page</title><button>Count</button><output>0</output><input>
<script>
  const output = document.querySelector('output');
  document.querySelector('button').onclick = () => output.textContent++;
</script>`;

const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(markup));
let browser;
let address;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch(options);
});
after(async () => {
  await browser.close();
  server.close();
});

function chromiumProcess() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--remote-debugging-pipe'));
}

test('the browser listens on pipes 3 and 4', () => {
  const pid = chromiumProcess();
  assert.ok(pid);
  const numbers = readdirSync(`/proc/${pid}/fd`);
  for (const number of ['3', '4']) {
    assert.ok(numbers.includes(number));
    assert.match(readlinkSync(`/proc/${pid}/fd/${number}`), /^(socket|pipe):/);
  }
});

test('version()', () => {
  assert.match(browser.version(), /^\d+\.\d+\.\d+\.\d+$/);
});

test('a page: clicks and typing', async () => {
  const page = await browser.newPage();
  await page.goto(address);
  for (let count = 0; count < 5; count++) await page.getByRole('button', { name: 'Count' }).click();
  assert.equal(await page.locator('output').textContent(), '5');
  await page.locator('input').fill('typed');
  assert.equal(await page.locator('input').inputValue(), 'typed');
  assert.equal(await page.title(), 'A page');
  await page.close();
});

test('a screenshot', async () => {
  const page = await browser.newPage({ viewport: { width: 300, height: 200 } });
  await page.goto(address);
  const png = await page.screenshot();
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [300, 200]);
  await page.close();
});

test('5 MB each way', async () => {
  const page = await browser.newPage();
  const text = 'abcdefghij'.repeat(500_000);
  assert.equal(await page.evaluate((value) => value.toUpperCase(), text), text.toUpperCase());
  await page.close();
});

test('requests answered by the program', async () => {
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>from the program</h1>' }));
  await page.goto('http://nowhere.invalid/');
  assert.equal(await page.locator('h1').textContent(), 'from the program');
  await page.close();
});

test('many pages at once', async () => {
  const context = await browser.newContext();
  const results = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const page = await context.newPage();
      await page.setContent(`<p>${number}</p>`);
      return page.locator('p').textContent();
    }),
  );
  assert.deepEqual(results, ['0', '1', '2', '3', '4', '5', '6', '7']);
  await context.close();
});

test('a browser that is killed', async () => {
  const other = await chromium.launchServer(options);
  const client = await chromium.connect(other.wsEndpoint());
  const gone = once(client, 'disconnected');
  const closed = once(other, 'close');
  await other.kill();
  const [code, signal] = await closed;
  await gone;
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
});

test('a browser that cannot start', async () => {
  await assert.rejects(chromium.launch({ executablePath: '/no/such/browser' }), /no\/such\/browser/);
  await assert.rejects(chromium.launch({ executablePath: '/bin/false' }), /closed|exit/i);
});
