import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { build } from 'esbuild';
import { Failure } from '../../scripts/run/failure.mjs';
import { root } from '../../scripts/run/project.mjs';
import { charts } from '../charts/index.mjs';
import { siteTool, siteTools } from '../tools/site-tool.mjs';
import { linksOf } from './links.mjs';
import { markdownRenderer } from './markdown.mjs';
import { readPages } from './pages.mjs';
import { colours, playgroundParts } from './playground.mjs';
import { searchIndex } from './search-index.mjs';

/** Where the site is when it is built. */
export const output = join(root, 'target', 'site');

/**
 * Builds the site from the pages of `docs/`: files that a browser shows without a server.
 *
 * @returns {Promise<import('./pages.mjs').Page[]>} its pages
 * @throws {Failure} when a page is not in the navigation, or a link leads nowhere
 */
export async function buildSite() {
  const pages = readPages();
  const { default: Eleventy } = await siteTool('@11ty/eleventy', 'src/Eleventy.js');
  const playground = await playgroundParts();
  const headings = new Map();
  const tools = { ...linksOf(pages), chart: await charts(), headings };
  const renderer = await markdownRenderer(tools);
  rmSync(output, { recursive: true, force: true });
  const eleventy = new Eleventy('site', posix.join('target', 'site'), {
    quietMode: true,
    configPath: false,
    config: async (config) => {
      config.setIncludesDirectory('layout');
      config.setTemplateFormats(['md', 'html']);
      config.setLibrary('md', renderer);
      config.addFilter(
        'headings',
        (file) => headings.get(file)?.filter(({ level }) => level === 2 || level === 3) ?? [],
      );
      config.addFilter('relativeTo', (target, from) => posix.relative(posix.dirname(from), target));
      for (const [index, page] of pages.entries()) {
        config.addTemplate(page.file ? page.file : 'playground.html', page.text ?? playground.content, {
          layout: 'page.njk',
          permalink: page.output,
          templateEngineOverride: page.file ? 'md' : 'html',
          ...page,
          isPlayground: page.file === undefined,
          sections: sectionsOf(pages),
          previous: pages[index - 1],
          next: pages[index + 1],
        });
      }
    },
  });
  await eleventy.init();
  await written(eleventy, pages);
  await writeAssets(pages, renderer, playground);
  return pages;
}

function sectionsOf(pages) {
  const titles = [...new Set(pages.map(({ section }) => section))];
  return titles.map((title) => ({ title, pages: pages.filter(({ section }) => section === title) }));
}

/** Eleventy writes the pages; a page that it leaves out would be missed by nobody. */
async function written(eleventy, pages) {
  const [, results] = await eleventy.write();
  const count = results.flat().filter(Boolean).length;
  if (count !== pages.length) throw new Failure(`the generator wrote ${count} of ${pages.length} pages`);
}

async function writeAssets(pages, renderer, playground) {
  const folder = join(output, 'assets');
  mkdirSync(folder, { recursive: true });
  const style = readFileSync(join(root, 'site', 'assets', 'style.css'), 'utf8');
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('style.css', `${colours()}\n${style}`);
  write('playground.css', playground.style);
  write('playground.js', playground.script);
  write('search-index.js', await searchIndex(pages, renderer));
  cpSync(join(root, 'site', 'assets', 'icon.svg'), join(folder, 'icon.svg'));
  // Pages of `docs/` name them by the same path.
  cpSync(join(root, 'docs', 'pictures'), join(output, 'pictures'), { recursive: true });
  await build({
    entryPoints: [join(root, 'site', 'assets', 'page.mjs')],
    outfile: join(folder, 'page.js'),
    absWorkingDir: root,
    nodePaths: [join(await siteTools(), 'node_modules')],
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    minify: true,
    target: ['es2022'],
    logLevel: 'warning',
  });
}
