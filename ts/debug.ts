import { environment } from './kept-process';

/**
 * Prints what this package has decided on standard error, when `NODE_DEBUG` names `rt-std`.
 *
 * @param text - made only then
 */
export function debug(text: () => string): void {
  // Node loads what prints it only when a program wants it.
  if (!environment.NODE_DEBUG) return;
  const { debuglog } = require('node:util') as typeof import('node:util');
  debuglog('rt-std')(text());
}
