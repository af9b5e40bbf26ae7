import { versions } from './kept-process';

const { node, bun, deno } = versions;

// By the character, since a program may have replaced what reads numbers; and not in a function,
// which V8 compiles by itself, at the start of each process with a preload.
const numbers = [0, 0];
for (let index = 0, dots = 0; dots < numbers.length; index++) {
  const digit = node[index] ?? '.';
  if (digit === '.') dots++;
  else numbers[dots] = (numbers[dots] as number) * 10 + +digit;
}

/**
 * The major version of the running Node: some errors and results differ between versions, and a
 * program gets those of the Node it runs on.
 */
export const NODE_MAJOR = numbers[0] as number;

/** The minor version of the running Node. */
export const NODE_MINOR = numbers[1] as number;

/** Whether the running Node is of this version or a later one. */
export function isNodeSince(major: number, minor: number): boolean {
  return NODE_MAJOR > major || (NODE_MAJOR === major && NODE_MINOR >= minor);
}

/** Whether this is Node: Bun and Deno name the version of Node that they follow, too. */
export const IS_NODE = bun === undefined && deno === undefined;
