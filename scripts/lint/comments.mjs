import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { filesUnder } from './source-files.mjs';

const step = 'comments';
const widest = 100;
const sources = /\.([cm]?[jt]s|rs|c)$/;
/** Begins or ends an example in a comment of documentation. */
const fence = /^\s*(\/\/[/!]|\*) ```/;
const comment = /^\s*(\/\/|\/\*|\*( |\/|$))/;

/** Where comments are checked. */
const folders = ['scripts', '__test__', 'bench', 'ts', 'crates', 'examples', 'site'];
/** Pages, and folders of pages, whose words are checked. */
const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'docs', 'crates', 'npm'];
/** Other files all of whose words are checked. */
const others = ['package.json', '.ci/run', 'Cargo.toml'];

/** Words that readers stumble over, and what to write instead. */
const words = [
  [/\bhouses?\b/i, "the project's name, or 'the package'"],
  [/\blives? in\b/i, "'is in'"],
  [/\b(is|are|was|were|been|be) told\b(?! apart)|\btold of\b/i, "'gets', 'is called with' or 'knows'"],
  [/\bheed(s|ed|ing)?\b/i, "'follows' or 'respects'"],
  [/\banew\b/i, "'again'"],
  [/\bin vain\b/i, "'without success'"],
  [/\b(comes?|came|become|became) of (it|a|an|each|this|that|them|what|the|its)\b/i, "'the result of'"],
  [/\bmend(s|ed|ing)?\b/i, "'fix'"],
  [/\b(do|does|did) as well\b/i, "'does the same' or 'is enough'"],
  [
    /\b(comes?|came|coming) to (the same|something else|this|that|what)\b|\bwhat .{1,40} (comes?|came) to\b/i,
    "'results in'",
  ],
  [/\bstrangers?\b/i, "'others'"],
  [/\boctets?\b(?!-stream)/i, "'byte'"],
  [/\bspecification (of `rt:|says)|\bspecification, \d/i, 'a section of docs/api'],
];

/** The same for prose only: in names and messages some have another sense. */
const wordsOfProse = [
  ...words,
  [/\brooms?\b/i, "'space', 'folder' or 'module'"],
  [/\b(bears?|bore|borne)\b/i, "'withstands', 'works with' or 'allows'"],
  [/\bhand(s|ed|ing)? (it |them |that |those )?on\b/i, "'passes on'"],
  [/\bas good( as|\.)/i, "'nearly', or why it does not matter"],
];

/** Fails for comments that are wider than 100 columns, and for words that are hard to read. */
export function checkComments() {
  const found = [
    ...folders.flatMap((folder) => filesUnder(folder, sources)).flatMap((file) => inSource(file, read(file))),
    ...pages.flatMap((page) => filesUnder(page, /\.md$/)).flatMap((file) => inPage(file, read(file))),
    ...others.flatMap((file) => inPage(file, read(file))),
  ];
  for (const { file, line, text } of found) report(step, `${file}:${line}: ${text}`);
  return { passed: found.length === 0 ? 1 : 0, failed: found.length, skipped: 0 };
}

/**
 * @typedef {object} Finding
 * @property {string} file
 * @property {number} line from 1
 * @property {string} text what is wrong, and what to do
 */

/**
 * What is wrong with the comments of a source file, the titles of its tests, its names and its
 * messages.
 *
 * @param {string} file
 * @param {string} content
 * @returns {Finding[]}
 */
export function inSource(file, content) {
  let isExample = false;
  return content.split('\n').flatMap((line, index) => {
    if (fence.test(line)) isExample = !isExample;
    const width = isTooWide(line) ? [`the comment is ${line.length} columns wide`] : [];
    const inText = isExample ? [] : hardWords(textOf(line));
    const inCode = comment.test(line) ? [] : hardWords(wordsOfNames(line), words);
    return [...new Set([...width, ...inText, ...inCode])].map((text) => ({ file, line: index + 1, text }));
  });
}

/** The same for a page of Markdown, whose lines may have any width. */
export function inPage(file, content) {
  return content.split('\n').flatMap((line, index) => hardWords(line).map((text) => ({ file, line: index + 1, text })));
}

/** A line of code with the names in it as words: `hardWord` and `hard_word` are `hard word`. */
function wordsOfNames(line) {
  return line.replace(/ \/\/ .*$/, '').replace(/([a-z\d])([A-Z])|_/g, '$1 $2');
}

/** The comment of a line and the title in it, without names in backticks. */
function textOf(line) {
  if (comment.test(line)) return line.replace(/`[^`]*`/g, '');
  const behind = / \/\/ (.*)$/.exec(line)?.[1] ?? '';
  const title = /\btest(?:\.\w+)*\((['"`].*)$/.exec(line)?.[1] ?? '';
  return `${title} ${behind}`;
}

/** A word, or a type in braces, may be too long for any line. */
function isTooWide(line) {
  if (line.length <= widest || !comment.test(line)) return false;
  const parts = line.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, (type) => 'x'.repeat(type.length)).split(/\s+/);
  return !parts.some((word) => word.length > widest / 2);
}

function hardWords(text, list = wordsOfProse) {
  return list.filter(([word]) => word.test(text)).map(([word, instead]) => `'${word.exec(text)[0]}': write ${instead}`);
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
