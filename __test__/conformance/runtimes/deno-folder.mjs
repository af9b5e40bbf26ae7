import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';

/**
 * Empties a folder for what Deno keeps. Deno 2.9 tells large CommonJS files from their earlier
 * contents by the length alone (denoland/deno#36413): after a build that gives a file of the same
 * length, it runs the compiled code of the file before.
 *
 * @returns {Record<string, string>} the variable of the environment that names the folder
 */
export function emptyDenoFolder() {
  const folder = join(root, 'target', 'deno');
  rmSync(folder, { recursive: true, force: true });
  return { DENO_DIR: folder };
}
