import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/run/project.mjs';

/**
 * One way to run the files.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {string[]} preloads what `--require` names, by absolute path: a forked child may have another working directory
 */

/** Node as it is. @type {Variant} */
export const alone = { name: 'alone', preloads: [] };

/** Node with our modules in the place of its own, and a probe that proves it. @type {Variant} */
export const overridden = {
  name: 'override',
  preloads: [join(root, 'dist/override/index.js'), fileURLToPath(new URL('probe.cjs', import.meta.url))],
};
