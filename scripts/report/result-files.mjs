import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, release } from 'node:os';
import { join } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * Keeps the results that a generated page shows: one JSON file for each part of the page.
 *
 * @param {string} folder from the root of the clone
 */
export function resultFiles(folder) {
  const fileOf = (name) => join(root, folder, `${name}.json`);
  return {
    /**
     * Writes the results of one part, with the day, the runtime and the machine as `taken`.
     *
     * @param {string} name
     * @param {object} results
     */
    async record(name, results) {
      await mkdir(join(root, folder), { recursive: true });
      const machine = `Linux ${release()}, ${arch()}, ${availableParallelism()} processors`;
      const taken = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine}`;
      await writeFile(fileOf(name), `${JSON.stringify({ ...results, taken }, null, 2)}\n`);
    },
    /**
     * Reads what `record` wrote.
     *
     * @param {string} name
     * @returns {Promise<object | undefined>} `undefined` for a part that was never recorded
     */
    async recorded(name) {
      try {
        return JSON.parse(await readFile(fileOf(name), 'utf8'));
      } catch (error) {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
