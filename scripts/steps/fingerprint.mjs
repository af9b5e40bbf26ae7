import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * One hash of the contents of files and folders (paths from the root of the clone) and of any other
 * values. A path that does not exist counts as absent.
 *
 * @param {string[]} paths
 * @param {unknown[]} [values]
 * @param {(path: string) => boolean} [keep] leaves out files that the step itself makes
 */
export function fingerprint(paths, values = [], keep = () => true) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const path of paths.flatMap(filesUnder).filter(keep)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((entry) => filesUnder(`${path}/${entry}`));
}
