import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/run/project.mjs';

// By absolute path: a child may have another working directory. The override goes first, then the probe that proves it.
const preloads = [join(root, 'dist/override/index.js'), fileURLToPath(new URL('probe.cjs', import.meta.url))];

/**
 * One way to run the files.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {string[]} args arguments of Node, before the file's own
 * @property {Record<string, string>} env variables for the file's process
 */

/** Node as it is. @type {Variant} */
export const alone = { name: 'alone', args: [], env: {} };

/** Node with our modules in the place of its own: in the file's process, its workers and the children that it forks. @type {Variant} */
export const overridden = { name: 'override', args: preloads.flatMap((path) => ['--require', path]), env: {} };

/** The same, and in every other Node that inherits the file's environment. @type {Variant} */
export const overriddenEverywhere = {
  name: 'override-everywhere',
  args: [],
  env: { NODE_OPTIONS: preloads.map((path) => `--require ${JSON.stringify(path)}`).join(' ') },
};
