import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';

const NOT_OURS = /(^|\/)(node_modules|target|\.build|\.git|dist|build)(\/|$)/;
const PAGES = [...readdirSync(PACKAGE).filter((file) => file.endsWith('.md')), ...filesIn('docs', /\.md$/)];
const SOURCES = ['ts', 'crates', 'scripts', '__test__', 'bench', 'examples'].flatMap((folder) =>
  filesIn(folder, /\.([cm]?[jt]s|rs)$/),
);

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(PACKAGE, folder), { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => ending.test(file) && !NOT_OURS.test(file));
}

function read(file: string): string {
  return readFileSync(join(PACKAGE, file), 'utf8');
}

/** The headings of a page, without marks: `exec(command[, options][, callback])`. */
function headingsOf(page: string): string[] {
  const headings = read(page).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => heading.replaceAll('`', ''));
}

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

test('the pages and sections that comments cite exist', (t) => {
  let cited = 0;
  for (const file of SOURCES) {
    // A comment goes on behind the marks of its next line.
    const text = read(file).replace(/\n\s*(?:\*|\/\/[/!]?)\s?/g, ' ');
    for (const [, page = '', section] of text.matchAll(/\b(docs\/[\w/-]+\.md)`?(?:, "([^"]+)")?/g)) {
      t.true(existsSync(join(PACKAGE, page)), `${file} cites ${page}`);
      if (section === undefined) continue;
      cited++;
      const exists = headingsOf(page).some((heading) => heading.startsWith(section));
      t.true(exists, `${file} cites "${section}" of ${page}`);
    }
  }
  t.true(cited >= 8);
});

test('links between the pages lead to files and headings that exist', (t) => {
  for (const page of PAGES) {
    const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target = '', anchor] of text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
      const file = target === '' ? page : relative(PACKAGE, join(PACKAGE, dirname(page), target));
      t.true(existsSync(join(PACKAGE, file)), `${page} links to ${target}`);
      if (anchor === undefined || !file.endsWith('.md')) continue;
      t.true(headingsOf(file).map(anchorOf).includes(anchor), `${page} links to ${target}#${anchor}`);
    }
  }
});

test('the files that pages and comments name exist', (t) => {
  const known = new Set<string>();
  // By its whole path, or by the last folders of it.
  for (const file of SOURCES) {
    const parts = file.split('/');
    for (let first = 0; first < parts.length; first++) known.add(parts.slice(first).join('/'));
  }
  let named = 0;
  for (const citing of [...PAGES, ...filesIn('__test__', /\.md$/), ...SOURCES]) {
    for (const [, file = ''] of read(citing).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|mts|rs))`/g)) {
      named++;
      t.true(known.has(file), `${citing} names ${file}`);
    }
  }
  t.true(named > 300);
});

test('the scripts that pages and comments name exist', (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const tasks = read('scripts/run.mjs');
  const sources = ['ts', 'scripts', '__test__', 'bench'].flatMap((folder) => filesIn(folder, /\.[cm]?[jt]s$/));
  let named = 0;
  for (const file of [...PAGES, ...sources]) {
    for (const [, script = ''] of read(file).matchAll(/`npm run ([\w:-]+)/g)) {
      named++;
      t.true(script in scripts, `${file} names npm run ${script}`);
    }
  }
  t.true(named > 30);
  for (const [script, command] of Object.entries(scripts)) {
    const [, task = ''] = /^node scripts\/run\.mjs ([\w:-]+)/.exec(command) ?? [];
    t.regex(tasks, new RegExp(`^ +'?${task}'?: `, 'm'), script);
  }
});
