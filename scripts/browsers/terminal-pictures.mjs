import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { launch } from './launch.mjs';
import { serveTerminal, untilShown } from './terminal.mjs';

const viewport = { width: 900, height: 560, deviceScaleFactor: 1 };
const prompt = '\\[\\e[1;32m\\]rt-std\\[\\e[0m\\] \\[\\e[1;34m\\]\\W\\[\\e[0m\\] > ';
/** The last line is the prompt alone. */
const ready = /examples >\n*$/;
const palette = `for color in $(seq 31 36); do printf "\\e[\${color}m%s \\e[9\${color#3}m%s " color bright; done; echo`;

/** Takes pictures of examples/terminal by Chromium, light and dark, for docs/terminals.md. */
export async function takeTerminalPictures() {
  for (const [name, mode] of [['light'], ['dark', 'dark']]) {
    const driver = await launch('chromium', mode);
    if (driver.missing) throw new Failure(driver.missing);
    const env = { ...process.env, PS1: prompt, HISTFILE: '' };
    const server = await serveTerminal({
      shell: 'bash',
      args: ['--norc', '--noprofile'],
      spawn: { cwd: join(root, 'examples'), env },
    });
    const page = await driver.newPage();
    await page.setViewport(viewport);
    await page.goto(server.url);
    await untilShown(page, ready);
    for (const line of ['ls --color -l', 'git log --oneline --color -4 -- terminal ../docs/api', palette]) {
      await type(page, line);
      await untilShown(page, ready);
    }
    await type(page, 'sleep 1000');
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    await untilShown(page, ready);
    for (const line of ['jobs', 'stty size']) {
      await type(page, line);
      await untilShown(page, ready);
    }
    await page.screenshot({ path: join(root, 'docs', 'pictures', `terminal-${name}.webp`), type: 'webp', quality: 80 });
    server.close();
    await driver.close();
  }
}

async function type(page, line) {
  await page.keyboard.type(line);
  // The prompt that was shown before is no sign of the end.
  await untilShown(page, new RegExp(`${line.slice(-5)}\\n*$`));
  await page.keyboard.press('Enter');
}
