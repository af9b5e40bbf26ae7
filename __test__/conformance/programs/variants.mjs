import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';
import { programsFolder } from './catalogue.mjs';

const override = join(root, 'dist', 'override', 'index.js');
const probe = join(programsFolder, 'probe.cjs');
const requiring = (...paths) => ({ NODE_OPTIONS: paths.map((path) => `--require ${JSON.stringify(path)}`).join(' ') });

/**
 * One way to run a program: what is added to its environment, and so to that of every Node that it
 * starts.
 *
 * @typedef {Record<string, string>} Variant
 */

/** Node as it is. @type {Variant} */
export const alone = {};

/** With our modules in the place of Node's. @type {Variant} */
export const overridden = requiring(override);

/** The same, and what we start is counted. @type {Variant} */
export const counted = requiring(override, probe);

/** With Node's module below ours, and the processes of that are counted. @type {Variant} */
export const countedByNode = { ...counted, RT_STD_BACKEND: 'node' };
