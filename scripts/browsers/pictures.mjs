import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { launch } from './launch.mjs';
import { servePlayground } from './playground.mjs';
import { visit } from './visit.mjs';

const viewport = { width: 1180, height: 800, deviceScaleFactor: 1 };
const limit = 60_000;

/** Takes pictures of the playground by Chromium, light and dark, for README.md. */
export async function takePictures() {
  for (const [name, mode] of [['light'], ['dark', 'dark']]) {
    const driver = await launch('chromium', mode);
    if (driver.missing) throw new Failure(driver.missing);
    const server = await servePlayground();
    const path = join(root, 'docs', 'pictures', `playground-${name}.webp`);
    await visit(driver, server, '/', (page) => take(page, path));
    server.close();
    await driver.close();
  }
}

async function take(page, path) {
  await page.setViewport(viewport);
  await page.waitForSelector('#playground:not([hidden])');
  await page.click('#measure');
  await page.waitForFunction(() => document.querySelectorAll('.bars').length === 2, { timeout: limit });
  await page.mouse.move(0, 0);
  await page.screenshot({ path, fullPage: true, type: 'webp', quality: 80 });
}
