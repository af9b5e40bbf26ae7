import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['parallel', 'sequential', 'pummel', 'es-module'];
const ours = /^test-(.*(child-process|querystring).*|cluster-.*)\.m?js$/;
const flagsLine = /\/\/\s+Flags:(.*)/;

/**
 * @typedef {object} TestFile
 * @property {string} name `<folder>/<file>`, as in expectations.json
 * @property {string} path
 * @property {import('./source.mjs').NodeSource} source
 * @property {string[]} flags what the file wants on Node's command line
 * @property {boolean} alone whether nothing may run beside it
 */

/**
 * The test files that are named after one of our modules.
 *
 * @param {import('./source.mjs').NodeSource} source
 * @returns {TestFile[]}
 */
export function findTestFiles(source) {
  return folders.flatMap((folder) =>
    readdirSync(join(source.root, 'test', folder))
      .filter((file) => ours.test(file))
      .sort()
      .map((file) => describeFile(source, folder, file)),
  );
}

function describeFile(source, folder, file) {
  const path = join(source.root, 'test', folder, file);
  const flags = flagsLine.exec(readFileSync(path, 'utf8'))?.[1].trim().split(/\s+/) ?? [];
  // Node's runner starts only those of `parallel` (and of `es-module`) beside each other.
  return {
    name: `${folder}/${file}`,
    path,
    source,
    flags,
    alone: folder === 'sequential' || folder === 'pummel',
  };
}
