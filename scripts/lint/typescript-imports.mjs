import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run/project.mjs';
import { filesUnder } from './source-files.mjs';

const specifier = /\b(?:from|import|require)\s*\(?\s*'(\.[^'\n]*)'/g;
const comments = /\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms;
const endings = ['', '.ts', '.mts', '.mjs', '.cjs', '.js', '/index.ts'];

/**
 * Which files below a folder import which, types included.
 *
 * @param {string} folder from the root of the clone
 * @returns {Map<string, Set<string>>} by file
 */
export function typescriptImports(folder) {
  const files = filesUnder(folder, /\.[cm]?[jt]s$/);
  return new Map(files.map((file) => [file, new Set(importsOf(file))]));
}

function importsOf(file) {
  const code = readFileSync(join(root, file), 'utf8').replace(comments, '');
  return [...code.matchAll(specifier)]
    .map(([, path]) => posix.join(posix.dirname(file), path))
    .map((path) => endings.map((ending) => path + ending).find(isFile))
    .filter((path) => path !== undefined && path !== file);
}

function isFile(path) {
  return /\.\w+$/.test(path) && existsSync(join(root, path));
}
