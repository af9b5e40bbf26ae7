import { process } from '../main-realm';

/**
 * The major version of the running Node: some errors and results differ between versions, and a
 * program gets those of the Node it runs on.
 */
export const NODE_MAJOR = Number.parseInt(process.versions.node, 10);

/** The minor version of the running Node. */
export const NODE_MINOR = Number(process.versions.node.split('.')[1]);

/** Whether this is Node: Bun and Deno name the version of Node that they follow, too. */
export const IS_NODE = process.versions.bun === undefined && process.versions.deno === undefined;
