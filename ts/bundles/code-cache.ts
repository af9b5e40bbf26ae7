import type { Stats } from 'node:fs';
import { arch, platform, versions } from '../kept-process';
import { getBuiltinModule } from '../node-builtins/built-in';
import { accessSync, keptFiles, statSync, WRITABLE } from '../node-builtins/kept-file-functions';
import { someOption } from '../node-builtins/some-option';
import { IS_NODE, NODE_MAJOR } from '../node-version';
import { processState } from '../process-state';
import { apply, textCharCodeAt, textIndexOf, textSlice } from '../realm/kept-functions';
import { isMainRealm, process, sharedByCopies } from '../realm/main-realm';
import { isSwitchedOff } from '../switched-off';
import { loadFile } from './load-file';
import { readInto } from './read-into';
import { BEGINNING, isOfThisBuild, otherBuild } from './this-build';
import type { KeptCode, Made } from './uses';

/** How many digits follow the beginning of a bundle. */
const HASH_LENGTH = 32;

/** What Node's loader puts around a file, with a comment at the end in which zeros may follow. */
const BEFORE = '(function (exports, require, module, __filename, __dirname) { ';
const AFTER = '\n}) //';

/**
 * V8 gives a text of this length, as of any from 128 KiB on, memory of its own, outside the young
 * generation. Texts of half of that and more are made as long; one that is longer is left to
 * Node's loader.
 */
const OWN_MEMORY = 163_840;

/** The group and all others may write, and the first of these: stat(2). */
const OTHER_WRITERS = 0o022;
const GROUP_WRITES = 0o020;

/** Parts of the options for which Node's own loader has work to do, or has to do without. */
const LOADERS = ['permission', 'policy', 'build-snapshot', 'snapshot-blob', 'sea-config', 'build-sea'];

/** A bundle as a function, as Node's loader makes one of a file. */
export type Run = (this: unknown, ...args: unknown[]) => void;

/**
 * Makes a function of a bundle, with the code that an earlier process has kept of it (fast path
 * `code-cache`), or keeps that for later ones. Where V8 does not take the code, since an option has
 * changed its flags, it compiles the text: hooks that a program has put into Node's loader, as to
 * watch the files that it loads, are for its own files.
 *
 * @param file - the bundle
 * @param root - the folder `dist`
 * @returns nothing where it is Node's loader that has to load it
 */
export function compileBundle(file: string, root: string): Run | undefined {
  try {
    // Whoever evaluates this file in another realm has a loader of its own.
    if (!IS_NODE || !isMainRealm || isSwitchedOff('code-cache')) return undefined;
    if (someOption(isLoadersOption)) return undefined;
    const bytes = readWrapped(file);
    const text = bytes.toString('latin1');
    const hashAt = BEFORE.length + BEGINNING.length;
    const hash = apply(textSlice, text, [hashAt, hashAt + HASH_LENGTH]);
    if (apply(textSlice, text, [BEFORE.length, hashAt]) !== BEGINNING) return undefined;
    const { Script } = (getBuiltinModule?.('vm') ?? require('node:vm')) as typeof import('node:vm');
    const folder = `${root}/../.code-cache`;
    const keptIn = `${folder}/${versions.v8}-${arch}-${hash}${placeOf(file)}`;
    const bundle = statSync(file);
    const isGuarded = isAsGuarded(folder, bundle) && isAsGuarded(keptIn, bundle);
    const kept = isGuarded ? readKept(keptIn, bytes) : undefined;
    const script = new Script(text, { filename: file, cachedData: kept?.code });
    const made = { script, file: keptIn, text };
    if (isGuarded && script.cachedDataRejected !== false) keep(made, root);
    else if (kept !== undefined) watchUses({ ...made, size: kept.size, uses: kept.uses }, root);
    return script.runInThisContext() as Run;
  } catch {
    return undefined;
  }
}

/** Without a regular expression: compiling that takes a twentieth of a millisecond. */
function isLoadersOption(word: string): boolean {
  if (word[0] !== '-') return false;
  for (let index = 0; index < LOADERS.length; index++) {
    if (apply(textIndexOf, word, [LOADERS[index]]) !== -1) return true;
  }
  return false;
}

/**
 * The text of a bundle as a function, read to its place in that. Joining bytes would take the
 * memory twice, and texts would be joined in V8's young generation, which is collected when it has
 * most of a megabyte. Bundles are in ASCII.
 */
function readWrapped(file: string): Buffer {
  const { Buffer } = bufferModule();
  const bytes = Buffer.alloc(OWN_MEMORY);
  let end = readInto(keptFiles, bytes, bytes.write(BEFORE, 'latin1'), file);
  if (!isOfThisBuild(bytes, BEFORE.length, end)) throw otherBuild(file);
  // What does not fit has no end, so it is no function.
  end += bytes.write(AFTER, end, 'latin1');
  return end < OWN_MEMORY / 2 ? bytes.subarray(0, end) : bytes;
}

/**
 * V8 of Node 20 takes the path that stack traces show from the kept code: there, a package that was
 * moved or copied keeps its own.
 */
function placeOf(file: string): string {
  if (NODE_MAJOR > 20) return '';
  let sum = 0;
  for (let index = 0; index < file.length; index++) sum = (sum * 31 + apply(textCharCodeAt, file, [index])) | 0;
  return `-${sum >>> 0}`;
}

/**
 * Whether nobody can write there, by what stat(2) says, who could not change the bundle itself: the
 * kept code is run, and a folder or file that was made with an umask of 0 is open to all users.
 * Also where there is nothing yet; Windows has other means, and says nothing here.
 */
function isAsGuarded(path: string, bundle: Stats): boolean {
  try {
    const { uid, gid, mode } = statSync(path);
    if (platform === 'win32') return true;
    const writers = mode & OTHER_WRITERS;
    if (uid !== 0 && uid !== bundle.uid) return false;
    if ((writers & GROUP_WRITES) !== 0 && gid !== bundle.gid) return false;
    return (writers & ~bundle.mode) === 0;
  } catch {
    return true;
  }
}

/** What is kept of a bundle. */
interface Kept {
  readonly code: Buffer;
  /** The size of the file in bytes. */
  readonly size: number;
  /** What the processes that have kept it have used. */
  readonly uses: number;
}

/**
 * The file holds the text, the code twice, and a byte for what was used. Of the text, V8 compares
 * the length alone: whoever edits the bundle would go on with the old code. Of the code, it checks
 * version and length, but runs what is damaged; comparing two copies is faster than a checksum.
 */
function readKept(file: string, text: Buffer): Kept | undefined {
  try {
    const { size } = statSync(file);
    const { length } = text;
    const all = bufferModule().Buffer.allocUnsafe(size);
    if (readInto(keptFiles, all, 0, file) !== size || !text.equals(all.subarray(0, length))) return undefined;
    const middle = length + (size - 1 - length) / 2;
    const code = all.subarray(length, middle);
    if (middle <= length || !code.equals(all.subarray(middle, size - 1))) return undefined;
    return { code, size, uses: all[size - 1] as number };
  } catch {
    return undefined;
  }
}

/** Has the code kept for later processes, when this one ends. Without that all works, too. */
function keep(made: Made, root: string): void {
  try {
    if (mayBeWritable(root)) keptCode(root).keepCode(made);
  } catch {}
}

/** Where a package is installed for all users, none of their processes can write. */
function mayBeWritable(root: string): boolean {
  return mayBeWritten(`${root}/../.code-cache`) || mayBeWritten(`${root}/..`);
}

function mayBeWritten(folder: string): boolean {
  try {
    accessSync(folder, WRITABLE);
    return true;
  } catch {
    return false;
  }
}

/**
 * The processes that have kept code may have run few of its functions. So one that uses something
 * that none of them has used writes it again at its end.
 */
function watchUses(kept: KeptCode, root: string): void {
  const list = sharedByCopies('kept code', () => {
    const all: KeptCode[] = [];
    processState.onFirstUse = () => {
      for (let index = 0; index < all.length; index++) {
        if (((processState.uses ?? 0) & ~(all[index] as KeptCode).uses) === 0) continue;
        processState.onFirstUse = undefined;
        try {
          process.once('exit', () => keepMore(all, root));
        } catch {
          // This may be called late, when the program has replaced the method.
        }
        return;
      }
    };
    return all;
  });
  list[list.length] = kept;
  // A bundle may be loaded by what uses it.
  processState.onFirstUse?.();
}

function keepMore(all: KeptCode[], root: string): void {
  try {
    keptCode(root).keepMore(all);
  } catch {
    // The package may be gone by then, or the program has replaced what Node reads files with.
  }
}

// Not at the start: a program that uses none of our modules does without.

function bufferModule(): typeof import('node:buffer') {
  return (getBuiltinModule?.('buffer') ?? require('node:buffer')) as typeof import('node:buffer');
}

function keptCode(root: string): typeof import('./kept-code') {
  // `join()` of `node:path` calls functions of the language that a program may have replaced.
  const separator = root[0] === '/' ? '/' : '\\';
  const file = `${root}${separator}bundles${separator}kept-code.js`;
  return loadFile(file, keptFiles) as typeof import('./kept-code');
}
