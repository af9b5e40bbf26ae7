import { FILE_FUNCTIONS, fileFunctions } from './file-functions';
import { sharedValues } from './main-realm';
import { getBuiltinModule } from './node-builtins/built-in';

/*
 * Functions of `node:fs`, as they were when the first file of this package was loaded. A program
 * may replace them later, as tests do: Node's own modules do not call those either.
 */

// A test runner may have something else for `require`.
const kept =
  (sharedValues[FILE_FUNCTIONS] as undefined) ??
  fileFunctions((getBuiltinModule?.('fs') ?? require('node:fs')) as typeof import('node:fs'));
sharedValues[FILE_FUNCTIONS] ??= kept;

export const {
  existsSync,
  realPath,
  openSync,
  readSync,
  closeSync,
  accessSync,
  statSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} = kept;
