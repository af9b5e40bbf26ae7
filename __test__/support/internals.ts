import { join } from 'node:path';
import { PACKAGE } from './program';

/**
 * A module inside the package, for pure functions that no entry shows. It is compiled by itself: state that the entries have is not in it.
 *
 * @param path - below `ts`, such as `child_process/arguments/shell`
 */
export function internal<Exports>(path: string): Exports {
  return require(join(PACKAGE, 'build', path)) as Exports;
}

/**
 * A bundle that the entries load, with their state.
 *
 * @param name - such as `child_process/shared`
 */
export function bundle<Exports>(name: string): Exports {
  return require(join(PACKAGE, 'dist', name)) as Exports;
}
