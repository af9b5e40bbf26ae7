import { versions } from '../kept-process';

/** What Deno needs besides; nothing in other runtimes. */
export function inDeno(): typeof import('./in-deno') | undefined {
  return versions.deno === undefined ? undefined : (require('./in-deno') as typeof import('./in-deno'));
}
