import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many children the processes of one run have started through us.
 *
 * @param {string} folder where their probes wrote: a line for each child
 */
export function countChildren(folder) {
  const path = join(folder, 'children');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
