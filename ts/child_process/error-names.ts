import { getSystemErrorName } from 'node:util';
import type { ErrorName } from '../errors';
import { arrayIncludes } from '../realm/primordials';

/** The failures of a full descriptor table, of the process or of the system. */
export const OF_FULL_TABLES = ['EMFILE', 'ENFILE'] as const;

/**
 * Whether a negative error number has one of these names; 0 has none. By the name, since on Windows
 * `os.constants.errno` has other numbers than the functions of Node return.
 */
export function isOneOf(names: readonly ErrorName[], error: number): boolean {
  return error !== 0 && arrayIncludes(names, getSystemErrorName(error));
}
