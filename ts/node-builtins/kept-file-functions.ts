import { sharedValues } from '../realm/main-realm';
import { getBuiltinModule } from './built-in';
import { FILE_FUNCTIONS, fileFunctions } from './file-functions';

/*
 * Functions of `node:fs`, as they were when the first file of this package was loaded. A program
 * may replace them later, as tests do: Node's own modules do not call those either.
 */

/** A test runner may have something else for `require`. */
function nodesFiles(): typeof import('node:fs') {
  return (getBuiltinModule?.('fs') ?? require('node:fs')) as typeof import('node:fs');
}

/** All of them. */
export const keptFiles = (sharedValues[FILE_FUNCTIONS] as undefined) ?? fileFunctions(nodesFiles());
sharedValues[FILE_FUNCTIONS] ??= keptFiles;

/** `X_OK` and `W_OK` of `fs.constants`. */
export const EXECUTABLE = 1;
export const WRITABLE = 2;

export const {
  existsSync,
  realPath,
  openSync,
  closeSync,
  accessSync,
  statSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} = keptFiles;
