import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { filesUnder } from './source-files.mjs';

const step = 'comments';
const width = 100;
const sources = /\.([cm]?[jt]s|rs|c)$/;
const comment = /^\s*(\/\/|\/\*|\*( |\/|$))/;

/** Where comments are checked. */
const folders = ['scripts', '__test__', 'bench', 'ts', 'crates', 'examples'];
/**
 * Folders whose comments are still being rewritten: what is found there is counted, and is no
 * failure.
 */
const unfinished = [
  '__test__/querystring',
  '__test__/reliability',
  'bench',
  'crates',
  'ts',
];
/** Pages that are checked for words only. */
const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md'];

/** Words that readers stumble over, and what to write instead. */
const words = [
  [/\bhouses?\b/i, "the project's name, or 'the package'"],
  [/\brooms?\b/i, "'space', 'folder' or 'module'"],
  [/\blives? in\b/i, "'is in'"],
  [/\b(is|are|was|were|been|be) told\b(?! apart)|\btold of\b/i, "'gets', 'is called with' or 'knows'"],
  [/\bheed(s|ed|ing)?\b/i, "'follows' or 'respects'"],
  [/\banew\b/i, "'again'"],
  [/\bmend(s|ed|ing)?\b/i, "'fix'"],
  [/\b(do|does|did) as well\b/i, "'does the same' or 'is enough'"],
  [
    /\b(comes?|came|coming) to (the same|something else|this|that|what)\b|\bwhat .{1,40} (comes?|came) to\b/i,
    "'results in'",
  ],
  [/\bstrangers?\b/i, "'others'"],
  [/\boctets?\b(?!-stream)/i, "'byte'"],
];

/** Fails for comments that are wider than 100 columns, and for words that are hard to read. */
export function checkComments() {
  const isUnfinished = (file) => unfinished.some((folder) => file.startsWith(`${folder}/`));
  const files = folders.flatMap((folder) => filesUnder(folder, sources));
  let failed = show(files.filter((file) => !isUnfinished(file)).flatMap(inSource));
  failed += show(pages.flatMap((page) => lines(page).flatMap((line, index) => wordsIn(page, line, index))));
  for (const folder of unfinished) {
    const { length } = filesUnder(folder, sources).flatMap(inSource);
    if (length > 0) report(step, `${folder}: ${length} findings, no failure yet`);
  }
  return { passed: failed === 0 ? 1 : 0, failed, skipped: 0 };
}

function show(found) {
  for (const line of found) report(step, line);
  return found.length;
}

function inSource(file) {
  return lines(file).flatMap((line, index) => {
    const found = wordsIn(file, textOf(line), index);
    return isTooWide(line) ? [`${file}:${index + 1}: the comment is ${line.length} columns wide`, ...found] : found;
  });
}

/** The comment of a line and the titles in it; code is not checked. */
function textOf(line) {
  if (comment.test(line)) return line;
  const behind = / \/\/ (.*)$/.exec(line)?.[1] ?? '';
  const title = /\btest(?:\.\w+)*\((['"`].*)$/.exec(line)?.[1] ?? '';
  return `${title} ${behind}`;
}

/** A word, or a type in braces, may be too long for any line. */
function isTooWide(line) {
  if (line.length <= width || !comment.test(line)) return false;
  const longest = line.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, (type) => 'x'.repeat(type.length)).split(/\s+/);
  return !longest.some((word) => word.length > width / 2);
}

function wordsIn(file, text, index) {
  return words
    .filter(([word]) => word.test(text))
    .map(([word, instead]) => `${file}:${index + 1}: '${word.exec(text)[0]}': write ${instead}`);
}

function lines(file) {
  return readFileSync(join(root, file), 'utf8').split('\n');
}
