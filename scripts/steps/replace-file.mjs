import { copyFileSync, renameSync } from 'node:fs';

/**
 * Copies a file to where another may be, which a process may use at the moment, as it does an addon
 * that it has loaded: it keeps the old file. Were the bytes changed in place, it would crash.
 *
 * @param {string} from
 * @param {string} to
 */
export function replaceFile(from, to) {
  const temporary = `${to}.${process.pid}`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}
