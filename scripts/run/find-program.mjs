import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these programs that is in one of these folders.
 *
 * @param {string[]} names
 * @param {string[]} [folders] default: those of PATH
 * @returns {string | undefined} its path
 */
export function findProgram(names, folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(mayExecute);
}

/**
 * Whether this user may execute a program, or search a folder.
 *
 * @param {string} path
 */
export function mayExecute(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
