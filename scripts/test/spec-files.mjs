import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

const folder = join(root, '__test__', '.build');

/**
 * The compiled spec files that arguments name: `exec` and `exec.spec.ts` are all files of that
 * name, `ipc/` is the folders of that name, and `child_process/exec` a file in a folder, where
 * other folders may be between them.
 *
 * @param {string[]} names
 * @returns {string[]} paths from the root of the clone; each argument names at least one
 */
export function specFiles(names) {
  const files = compiled();
  const wanted = names.flatMap((name) => {
    const found = matching(files, name);
    if (found.length > 0) return found;
    throw new Failure(`no spec is named ${name}`, { remedy: 'name a file or a folder under __test__' });
  });
  return [...new Set(wanted)].map(fromRoot);
}

/**
 * All compiled spec files but those that the names select.
 *
 * @param {string[]} names as of {@link specFiles}
 */
export function specFilesBut(names) {
  const left = new Set(specFiles(names));
  return compiled()
    .map(fromRoot)
    .filter((file) => !left.has(file));
}

function compiled() {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.spec.js'))
    .sort();
}

function fromRoot(file) {
  return relative(root, join(folder, file));
}

/**
 * The files of exactly that name or in that folder; where there is none, those that have it in
 * their path, or as a word in the title of a test.
 */
function matching(files, name) {
  const plain = name.replace(/^(\*\*\/|__test__\/(\.build\/)?)/, '').replace(/(\.spec)?\.[jt]s$|\/$/g, '');
  const end = name.endsWith('/') ? '/' : '(\\.spec\\.js$|/)';
  const exact = new RegExp(`(^|/)${plain.split('/').map(literal).join('/(.+/)?')}${end}`);
  const named = files.filter((file) => exact.test(file));
  if (named.length > 0) return named;
  const title = new RegExp(`\\(['"\`].*(?<!\\w)${literal(plain)}(?!\\w)`);
  const isTitled = (file) => testsIn(file).some((line) => title.test(line));
  return files.filter((file) => file.includes(plain) || isTitled(file));
}

/** A regular expression that matches just this text. */
function literal(text) {
  return text.replace(/\W/g, '\\$&');
}

/** The lines that begin a test: what the compiler makes of `test` and of its modifiers. */
function testsIn(file) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.includes('ava_1.default'));
}
