import { publishedOn } from './published-on';

/** The part of the exports that this module's own code calls through them. */
export interface Exports {
  execFile: typeof import('./exec-file').execFile;
}

/** The object that `require('rt-std/child_process')` gives, before `index.ts` fills it. */
export const moduleExports = {} as Exports;

/**
 * The exports that programs use, and on which they may replace functions. `exec` calls `execFile`
 * through them.
 */
export function exportsInUse(): Exports {
  return (publishedOn(moduleExports) ?? moduleExports) as Exports;
}
