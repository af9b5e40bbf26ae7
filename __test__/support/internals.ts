import { join } from 'node:path';
import { PACKAGE } from './program';

/**
 * A module inside the package, for pure functions that no entry shows. It is compiled by itself: of
 * the state that the entries have, it knows what is shared by all copies of the package.
 *
 * @param path - below `ts`, such as `child_process/arguments/shell`
 */
export function internal<Exports>(path: string): Exports {
  return require(join(PACKAGE, 'build', path)) as Exports;
}
