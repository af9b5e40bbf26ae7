import { process } from '../main-realm';
import { stringIndexOf, stringSlice } from '../primordials';

const { versions } = process;
const firstDot = stringIndexOf(versions.node, '.');

/**
 * The major version of the running Node: some errors and results differ between versions, and a
 * program gets those of the Node it runs on.
 */
export const NODE_MAJOR = Number(stringSlice(versions.node, 0, firstDot));

/** The minor version of the running Node. */
export const NODE_MINOR = Number(
  stringSlice(versions.node, firstDot + 1, stringIndexOf(versions.node, '.', firstDot + 1)),
);

/** Whether this is Node: Bun and Deno name the version of Node that they follow, too. */
export const IS_NODE = versions.bun === undefined && versions.deno === undefined;
