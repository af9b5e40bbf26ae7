import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs something with an empty folder for what Deno keeps. Deno 2.9 tells large CommonJS files from
 * their earlier contents by the length alone (denoland/deno#36413): after a build that gives a file
 * of the same length, it runs the compiled code of the file before.
 *
 * @template T
 * @param {(variables: Record<string, string>) => Promise<T>} run is given the variable that names
 *   the folder
 * @returns {Promise<T>}
 */
export async function withEmptyDenoFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-deno-'));
  try {
    return await run({ DENO_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
