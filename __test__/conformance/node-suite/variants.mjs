import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/run/project.mjs';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

// By absolute path: a child may have another working directory. The override goes first, then the
// probe that proves it.
const override = join(root, 'dist/override/index.js');
const preloads = [override, file('probe.cjs')];
const requiring = (paths) => paths.flatMap((path) => ['--require', path]);
// The tests of `querystring` are short: Node's functions would do the work.
const early = { RT_STD_DISABLE: 'late-querystring' };

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

/**
 * Node with our modules in the place of its own: in the file's process, its workers and the
 * children that it forks. @type {Variant}
 */
export const overridden = { name: 'override', args: requiring(preloads), env: early };

/** The same, and in every other Node that inherits the file's environment. @type {Variant} */
export const overriddenEverywhere = {
  name: 'override-everywhere',
  args: [],
  env: { ...early, NODE_OPTIONS: preloads.map((path) => `--require ${JSON.stringify(path)}`).join(' ') },
};

/**
 * The override with one backend of `rt-std/querystring`, whichever it would take itself.
 *
 * @param {'native' | 'wasm'} backend
 * @returns {Variant}
 */
export function overriddenWith(backend) {
  return {
    name: `override-querystring-${backend}`,
    args: requiring([override, file('querystring-backend.cjs'), file('probe.cjs')]),
    env: { RT_STD_NODE_SUITE_QUERYSTRING: backend },
  };
}

/**
 * The override with Node's own module as what starts processes. @type {Variant}
 */
export const overriddenOnNode = {
  name: 'override-node',
  args: requiring(preloads),
  env: { ...early, RT_STD_BACKEND: 'node' },
};
