import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../scripts/run/failure.mjs';
import { root } from '../../scripts/run/project.mjs';
import { navigation, playground } from '../navigation.mjs';

/**
 * @typedef {object} Page
 * @property {string} file from the root of the clone; none for the playground
 * @property {string} output the file of the site: `guide/streams.html`
 * @property {string} title the heading, without marks
 * @property {string} label what the navigation calls it
 * @property {string} text Markdown
 * @property {string} section of the navigation
 */

/**
 * All pages of the site, in their order.
 *
 * @returns {Page[]}
 * @throws {Failure} when a page of `docs/` is not in the navigation, is there twice or does not
 *   exist
 */
export function readPages() {
  const isThere = ({ file, isComing }) => !isComing || existsSync(join(root, file));
  const sections = navigation.map(({ title, pages }) => ({ title, pages: pages.filter(isThere) }));
  const named = sections.flatMap(({ pages }) => pages.map(({ file }) => file));
  const there = readdirSync(join(root, 'docs'), { recursive: true })
    .map((file) => `docs/${file}`)
    .filter((file) => file.endsWith('.md'));
  fail(
    there.filter((file) => !named.includes(file)),
    'not in the navigation',
  );
  fail(
    named.filter((file) => !existsSync(join(root, file))),
    'in the navigation, but there is no such file',
  );
  fail(
    named.filter((file, index) => named.indexOf(file) !== index),
    'in the navigation twice',
  );
  return sections.flatMap(({ title: section, pages }) => [
    ...pages.map(({ file, title }) => readPage(file, title, section)),
    ...(section === playground.section ? [{ ...playground, label: playground.title }] : []),
  ]);
}

function fail(files, what) {
  if (files.length === 0) return;
  throw new Failure(`${what}: ${files.join(', ')}`, { remedy: 'name each page once in site/navigation.mjs' });
}

function readPage(file, label, section) {
  const text = readFileSync(join(root, file), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '');
  if (title === undefined) throw new Failure(`${file} has no heading of the first level`);
  return { file, output: outputOf(file), title, label: label ?? title, text, section };
}

function outputOf(file) {
  // Those of the root have the names of pages of `docs/`.
  const inFolder = file.includes('/') ? file.replace(/^docs\//, '') : `project/${file}`;
  const path = inFolder.replace(/\.md$/, '.html');
  return path.replace(/README\.html$/, 'index.html').toLowerCase();
}
