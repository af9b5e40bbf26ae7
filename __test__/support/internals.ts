import { join } from 'node:path';
import { PACKAGE } from './program';

/**
 * A module inside the package, for pure functions that no entry shows.
 *
 * @param path - below `dist`, such as `child_process/arguments/shell`
 */
export function internal<Exports>(path: string): Exports {
  return require(join(PACKAGE, 'dist', path)) as Exports;
}
