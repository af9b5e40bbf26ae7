import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE } from './program';

/**
 * A module of those that build and test the package, which are written in JavaScript.
 *
 * @param path - from the root of the clone, such as `scripts/test/counts.mjs`
 */
export function script<Exports>(path: string): Promise<Exports> {
  return import(pathToFileURL(join(PACKAGE, path)).href);
}
