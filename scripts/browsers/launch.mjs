import { browser } from '../toolchain/browsers.mjs';
import { tool } from './tools.mjs';

const limit = 600_000;

/** Settings that a browser takes by its command line or profile only. */
const settings = {
  chromium: {
    browser: 'chrome',
    // Its sandbox does not run as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    dark: { args: ['--blink-settings=preferredColorScheme=0'] },
    // Of x86-64 processors, the engine uses vectors only on those with SSE4.1.
    withoutVectors: process.arch === 'x64' ? { args: ['--js-flags=--no-enable-sse4-1'] } : undefined,
  },
  firefox: {
    browser: 'firefox',
    args: [],
    dark: { extraPrefsFirefox: { 'ui.systemUsesDarkTheme': 1 } },
    withoutVectors: undefined,
  },
};

const missing = {
  withoutVectors:
    'there is no switch that takes the vectors from WebAssembly in Firefox, nor in Chromium on another processor than x86-64',
};

/** The browsers that are tested. */
export const names = Object.keys(settings);

/**
 * Starts a browser without a window, with a profile of its own.
 *
 * @param {string} name one of {@link names}
 * @param {'dark' | 'withoutVectors'} [mode] with a dark color scheme; without WebAssembly SIMD
 * @returns {Promise<import('puppeteer-core').Browser | { missing: string }>} the driver's, or why
 *   there is none
 */
export async function launch(name, mode) {
  const found = await browser(name);
  if ('missing' in found) return found;
  const { browser: kind, args, ...modes } = settings[name];
  const added = mode === undefined ? {} : modes[mode];
  if (!added) return { missing: missing[mode] };
  const puppeteer = await tool('puppeteer-core');
  return puppeteer.launch({
    browser: kind,
    executablePath: found.executable,
    headless: true,
    // A page may take as long as its tests do.
    protocolTimeout: limit,
    ...added,
    args: [...args, ...(added.args ?? [])],
  });
}
