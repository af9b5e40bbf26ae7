import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../run/project.mjs';
import { cachedPackages } from '../steps/cached-packages.mjs';

const example = 'examples/terminal';

/**
 * Serves examples/terminal from a copy, where it finds its packages and this one.
 *
 * @param {object} [options] those of its `serve`
 * @returns {Promise<{ url: string, origin: string, token: string, WebSocket: Function, close: () => void }>}
 *   what it returns, and the WebSocket of its library
 */
export async function serveTerminal(options) {
  const packages = await cachedPackages('example-terminal', example, 'packages of the example');
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-terminal-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  cpSync(join(root, example), folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of ['@xterm', 'ws']) symlinkSync(join(packages, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'rt-std'));
  const { serve } = await import(pathToFileURL(join(folder, 'server.mjs')).href);
  const { WebSocket } = await import(pathToFileURL(join(packages, 'node_modules', 'ws', 'wrapper.mjs')).href);
  const server = await serve(options);
  const close = () => {
    server.close();
    remove();
    process.off('exit', remove);
  };
  return { ...server, WebSocket, close };
}

/**
 * Waits until the page's terminal shows this.
 *
 * @param {import('puppeteer-core').Page} page
 * @param {RegExp} wanted
 * @returns {Promise<string>} the lines of the screen
 */
export async function untilShown(page, wanted) {
  const script = (source, flags) => {
    const rows = [...document.querySelectorAll('.xterm-rows > div')];
    const text = rows.map(({ textContent }) => textContent.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
    return new RegExp(source, flags).test(text) && text;
  };
  const found = await page.waitForFunction(script, { timeout: 30_000 }, wanted.source, wanted.flags);
  return found.jsonValue();
}
