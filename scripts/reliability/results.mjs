// The results that `docs/reliability.md` shows: one file for each part of `npm run test:reliability`, written by its `--record`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, release } from 'node:os';
import { resolve } from 'node:path';
import { root } from '../run/project.mjs';

const folder = resolve(root, 'docs/reliability');

/**
 * @typedef {object} Result what one part measured
 * @property {string} about
 * @property {number} count
 * @property {number} seed
 * @property {Record<string, number | string>} measured
 * @property {readonly string[]} failures
 * @property {number} seconds
 * @property {string} [taken] the day, the runtime and the machine; added by {@link record}
 */

/**
 * @param {string} name of the part
 * @param {Result} result
 */
export async function record(name, result) {
  await mkdir(folder, { recursive: true });
  const machine = `Linux ${release()}, ${arch()}, ${availableParallelism()} processors`;
  const taken = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine}`;
  await writeFile(resolve(folder, `${name}.json`), `${JSON.stringify({ ...result, taken }, null, 2)}\n`);
}

/**
 * @param {string} name of the part
 * @returns {Promise<Result | undefined>} `undefined` when it was never recorded
 */
export async function recorded(name) {
  try {
    return JSON.parse(await readFile(resolve(folder, `${name}.json`), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
