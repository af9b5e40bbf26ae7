import { FILE_FUNCTIONS, fileFunctions } from './file-functions';
import { sharedValues } from './main-realm';

/*
 * Functions of `node:fs`, as they were when the first file of this package was loaded. A program
 * may replace them later, as tests do: Node's own modules do not call those either.
 */

const kept = (sharedValues[FILE_FUNCTIONS] as undefined) ?? fileFunctions();
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
