/**
 * Under which name a thread keeps the functions below, for all copies of this package. The number
 * is raised whenever the list changes.
 */
export const FILE_FUNCTIONS = 'functions of node:fs 2';

/** Of `node:fs`, what this package uses. */
const NAMES = [
  'existsSync',
  'openSync',
  'readSync',
  'closeSync',
  'accessSync',
  'statSync',
  'chmodSync',
  'mkdirSync',
  'mkdtempSync',
  'renameSync',
  'rmSync',
  'writeFileSync',
] as const;

type FileFunctions = Pick<typeof import('node:fs'), (typeof NAMES)[number]> & {
  /** `fs.realpathSync.native()`. */
  realPath: typeof import('node:fs').realpathSync.native;
};

/** These functions of `node:fs`, as they are when this is called. */
export function fileFunctions(files: typeof import('node:fs')): FileFunctions {
  // Not every runtime has both.
  const { native = files.realpathSync } = files.realpathSync;
  const kept = { __proto__: null, realPath: native } as unknown as Record<string, unknown>;
  for (let index = 0; index < NAMES.length; index++) {
    const name = NAMES[index] as (typeof NAMES)[number];
    kept[name] = files[name];
  }
  return kept as unknown as FileFunctions;
}
