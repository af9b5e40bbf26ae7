/**
 * The object that `require('rt-std/child_process')` gives, before `index.ts` fills it. Programs replace its functions: whoever must call the replaced one calls
 * it through here.
 */
export const moduleExports = {} as { execFile: typeof import('./exec-file').execFile };
