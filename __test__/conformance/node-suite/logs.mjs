import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';

/** Where the output of each file is kept until the next run. */
export const logFolder = join(root, 'target', 'node-suite');

/** Removes the output of the last run. */
export function removeLogs() {
  rmSync(logFolder, { recursive: true, force: true });
}

/**
 * @param {import('./test-files.mjs').TestFile} file
 * @param {import('./variants.mjs').Variant} variant
 * @returns {string} the path for the file's output; its folder is there
 */
export function logPath(file, variant) {
  const folder = join(logFolder, variant.name);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${file.name.replaceAll('/', '-')}.log`);
}
