import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The longest come first, so that none is left to run by itself at the end.
const folders = ['pummel', 'parallel', 'sequential', 'es-module'];
const test = /^test-.*\.m?js$/;
const namedAfterOurs = /^test-(.*(child-process|querystring)|cluster-)/;
const flagsLine = /\/\/\s+Flags:(.*)/;

/**
 * @typedef {object} TestFile
 * @property {string} name `<folder>/<file>`, as in expectations.json
 * @property {string} path
 * @property {import('./source.mjs').NodeSource} source
 * @property {string[]} flags what the file wants on Node's command line
 * @property {boolean} named whether it is named after one of our modules
 * @property {boolean} mentions whether it mentions `child_process`
 * @property {boolean} alone whether nothing may run beside it
 */

/**
 * The test files that are named after one of our modules, and all others that mention
 * `child_process`.
 *
 * @param {import('./source.mjs').NodeSource} source
 * @returns {TestFile[]}
 */
export function findTestFiles(source) {
  return folders.flatMap((folder) =>
    readdirSync(join(source.root, 'test', folder))
      .filter((file) => test.test(file))
      .sort()
      .map((file) => describeFile(source, folder, file))
      .filter(({ named, mentions }) => named || mentions),
  );
}

function describeFile(source, folder, file) {
  const path = join(source.root, 'test', folder, file);
  const text = readFileSync(path, 'utf8');
  return {
    name: `${folder}/${file}`,
    path,
    source,
    flags: flagsLine.exec(text)?.[1].trim().split(/\s+/) ?? [],
    named: namedAfterOurs.test(file),
    mentions: text.includes('child_process'),
    // Node's runner starts those of `pummel` one by one, too, because they take much of a machine;
    // none of them has a port of its own or measures time.
    alone: folder === 'sequential',
  };
}
