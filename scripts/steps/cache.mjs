import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { withLock } from './lock.mjs';

/** What is built once per user and shared by all clones. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rt-std');

/**
 * The folder `name` of the user's cache; made by `build` when it is not there yet. `build` fills a
 * temporary folder, which then gets its name in one step: a folder that is there is complete.
 *
 * @param {string} name names everything that the content depends on
 * @param {string} step shown when this process has to wait for another
 * @param {(folder: string) => Promise<void>} build
 * @returns {Promise<string>} the folder's path
 */
export async function cached(name, step, build) {
  const folder = join(cacheFolder, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(`${folder}.lock`, step, async () => {
    if (existsSync(folder)) return folder;
    removeAbandoned(folder);
    const temporary = mkdtempSync(`${folder}.tmp-`);
    try {
      await build(temporary);
      publish(temporary, folder);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    return folder;
  });
}

function publish(temporary, folder) {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    // The other owner of a broken lock was faster; its content is the same.
    if (!existsSync(folder)) throw error;
  }
}

// Whoever holds the lock is alone: temporary folders of the same name were left by a process that
// was killed.
function removeAbandoned(folder) {
  const prefix = `${basename(folder)}.tmp-`;
  for (const entry of readdirSync(cacheFolder)) {
    if (entry.startsWith(prefix)) rmSync(join(cacheFolder, entry), { recursive: true, force: true });
  }
}
