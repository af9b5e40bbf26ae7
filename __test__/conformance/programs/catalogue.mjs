import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../../scripts/run/failure.mjs';
import { root } from '../../../scripts/run/project.mjs';

/** Where a folder for each program is: its `program.mjs`, and the project that it works on. */
export const programsFolder = join(root, '__test__', 'conformance', 'programs');

/** The programs, in the order of the table. */
const names = [
  'npm',
  'execa',
  'cross-spawn',
  'zx',
  'concurrently',
  'nodemon',
  'ava',
  'jest',
  'mocha',
  'vitest',
  'esbuild',
  'tsserver',
  'webpack',
  'playwright',
  'simple-git',
  'pm2',
  'tinyexec',
  'nano-spawn',
  'foreground-child',
  'nyc',
  'c8',
  'tsx',
  'pnpm',
  'short-programs',
];

/**
 * @typedef {object} Description what `program.mjs` exports
 * @property {string} package the package whose version is shown
 * @property {string} run what is run, for the table
 * @property {(place: Place) => string[]} command the arguments of Node; it runs in the project's
 *   folder
 * @property {(end: End) => Record<string, unknown>} result what counts of a run: it must be equal
 *   to `expected`, on plain Node and under the override
 * @property {Record<string, unknown>} expected
 * @property {string} [project] the program whose project it works on; default: its own, or none
 * @property {() => Promise<{ variables: Record<string, string> } | { missing: string }>} [needs]
 *   asks the machine for what the program needs besides its package: variables for its environment,
 *   or the reason to skip it
 *
 * @typedef {Description & { name: string }} Program
 *
 * @typedef {object} Place
 * @property {string} modules the folder `node_modules` with all programs
 * @property {string} project a copy of the project, for this run alone
 *
 * @typedef {object} End
 * @property {number | null} status
 * @property {string} stdout
 * @property {string} stderr
 * @property {string} project
 */

/**
 * @param {string[]} only the names of those that are wanted; none for all
 * @returns {Promise<Program[]>}
 * @throws {Failure} for an unknown name
 */
export async function findPrograms(only) {
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`there is no program '${unknown.join("' or '")}'`, { remedy: `there are ${names.join(', ')}` });
  }
  const wanted = names.filter((name) => only.length === 0 || only.includes(name));
  return Promise.all(
    wanted.map(async (name) => ({
      name,
      ...(await import(pathToFileURL(join(programsFolder, name, 'program.mjs')).href)).default,
    })),
  );
}
