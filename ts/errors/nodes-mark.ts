import { getSystemErrorName } from 'node:util';
import { nodeSymbol } from '../node-symbol';
import { getPrototypeOf } from '../realm/kept-functions';

/**
 * The symbol that Node's own errors inherit. By it, Node knows that the first line of a stack is to
 * show the code; that line is made when a program first reads the stack, so that it has what the
 * message is by then. Nothing in Bun and Deno.
 */
export function nodesMark(): symbol | undefined {
  try {
    getSystemErrorName('' as unknown as number);
    return undefined;
  } catch (error) {
    return inheritedMark(error as object);
  }
}

function inheritedMark(error: object): symbol | undefined {
  for (let object: object | null = error; object !== null; object = getPrototypeOf(object)) {
    const mark = nodeSymbol(object, 'kIsNodeError');
    if (mark !== undefined) return mark;
  }
  return undefined;
}
