import { versions } from '../kept-process';

/** What Bun needs besides; nothing in other runtimes. */
export function inBun(): typeof import('./in-bun') | undefined {
  return versions.bun === undefined ? undefined : (require('./in-bun') as typeof import('./in-bun'));
}
