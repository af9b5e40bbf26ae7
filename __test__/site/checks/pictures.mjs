import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { fromFiles, open } from './open.mjs';

const pages = [
  'index.html',
  'guide/switching.html',
  'api/child_process.html',
  'benchmarks/index.html',
  'playground.html',
];
const widths = { desk: 1360, phone: 390 };

/** Takes pictures of some pages, for a person to look at. */
export async function takePictures(driver) {
  const folder = join(root, 'target', 'site-pictures');
  mkdirSync(folder, { recursive: true });
  for (const path of pages) {
    for (const [device, width] of Object.entries(widths)) {
      for (const value of ['light', 'dark']) {
        await open(driver, fromFiles, path, async (page) => {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          await page.setViewport({ width, height: 900 });
          const name = `${path.replaceAll('/', '-').replace('.html', '')}-${device}-${value}.png`;
          await page.screenshot({ path: join(folder, name), fullPage: device === 'phone' });
        });
      }
    }
  }
  report('site', `pictures: ${folder}`);
}
