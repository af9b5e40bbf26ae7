import { getSystemErrorMap } from 'node:util';
import { platform } from '../kept-process';
import { systemConstants } from '../system-constants';

/** The name of a system's error, such as `ENOENT`. */
export type ErrorName = keyof ReturnType<typeof systemConstants>['errno'];

/**
 * The negative number of an error, as the functions of Node return it. On Windows that is libuv's
 * (-4058 for `ENOENT`), where `os.constants.errno` has the C library's (2).
 */
export function errorNumber(name: ErrorName): number {
  if (platform === 'win32') {
    for (const [number, [known]] of getSystemErrorMap()) {
      if (known === name) return number;
    }
  }
  return -systemConstants().errno[name];
}
