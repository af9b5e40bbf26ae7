import type { Script as VmScript } from 'node:vm';
import { IS_NODE, NODE_MAJOR } from '../errors/node-version';
import { isMainRealm, process, sharedByCopies } from '../main-realm';
import {
  apply,
  arrayIncludes,
  arraySlice,
  arraySome,
  assign,
  regExpExec,
  stringCharCodeAt,
  stringIndexOf,
  stringSlice,
  stringStartsWith,
} from '../primordials';
import { processState } from '../process-state';
import { moduleClass } from './module-class';
import { parentOf } from './own-place';

/**
 * The options of the command line and of `NODE_OPTIONS` that leave the code as it is. Code that was
 * compiled with other flags of V8 is of no use; and for source maps, coverage, a policy or
 * permissions Node's own loader has work to do.
 */
const HARMLESS_OPTIONS = [
  ...['--require', '-r', '--import', '--eval', '-e', '--print', '-p'],
  ...['--conditions', '-C', '--no-warnings'],
];

/** How `scripts/build/bundles.mjs` begins a bundle. A hash of this many digits follows. */
const BEGINNING = '"use strict"; // ';
const HASH_LENGTH = 32;

/** As Node's own loader does. */
const WRAPPER = '(function (exports, require, module, __filename, __dirname) { ';
// With a comment, in which zeros may follow.
const END = '\n}) //';

/**
 * From this many bytes on, V8 gives a text memory of its own, outside the young generation. Texts
 * of half of that and more are made as long.
 */
const OWN_MEMORY = 131_200;

/** How many processes look at their end whether they have compiled more than was kept. */
const LOOKS = 4;

/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`), which the preloads load when they need
 * another one.
 */

/**
 * Loads a bundle of this package, as `require` does, but with the code that V8 has made of it in an
 * earlier process (fast path `code-cache`): reading that takes less time than to compile the text.
 *
 * @param name - the bundle's name in `scripts/build/bundle-table.mjs`
 * @returns its exports
 */
function requireBundle(name: string): unknown {
  // Whatever loads a bundle is in a folder below `dist`.
  return loadBundle(pathFrom(__dirname, `../${name}.js`));
}

/**
 * As `resolve()` of `node:path` does for one of our own files. That one goes by the character: with
 * some calls more than Node's own at a start, V8 compiles it again (on Node 24, for a millisecond).
 *
 * @param folder - an absolute path
 * @param path - begins with `./` or one `../`
 */
function pathFrom(folder: string, path: string): string {
  if (folder[0] !== '/') return (require('node:path') as typeof import('node:path')).resolve(folder, path);
  return stringStartsWith(path, '../') ? parentOf(folder) + stringSlice(path, 2) : folder + stringSlice(path, 1);
}

function loadBundle(file: string): unknown {
  const known = require.cache[file];
  if (known) return known.exports;
  const run = compile(file);
  return run === undefined ? require(file) : evaluate(file, run);
}

function isAllowed(): boolean {
  // Whoever evaluates this file in another realm has a loader of its own.
  if (!IS_NODE || !isMainRealm) return false;
  const { NODE_OPTIONS = '', NODE_V8_COVERAGE, RT_STD_DISABLE = '' } = process.env;
  // The switch is read here: `ts/fast-paths.ts` warns of unknown names, which is too early in a
  // preload, and would be more to load at each start.
  const { sourceMapsEnabled } = process as { sourceMapsEnabled?: boolean };
  if (sourceMapsEnabled || NODE_V8_COVERAGE || isSwitchedOff(RT_STD_DISABLE)) return false;
  return !hasOtherOption(NODE_OPTIONS) && !arraySome(process.execArgv, isOtherOption);
}

function isSwitchedOff(fastPaths: string): boolean {
  return fastPaths !== '' && regExpExec(/\b(all|code-cache)\b/, fastPaths) !== null;
}

/** Whether the words of `NODE_OPTIONS` have an option that is not known to be harmless. */
function hasOtherOption(words: string): boolean {
  for (let start = 0; start < words.length; ) {
    const space = stringIndexOf(words, ' ', start);
    const end = space === -1 ? words.length : space;
    if (isOtherOption(stringSlice(words, start, end))) return true;
    start = end + 1;
  }
  return false;
}

/** Without a regular expression: compiling that takes a twentieth of a millisecond. */
function isOtherOption(word: string): boolean {
  if (word[0] !== '-') return false;
  const equals = stringIndexOf(word, '=');
  return !arrayIncludes(HARMLESS_OPTIONS, equals === -1 ? word : stringSlice(word, 0, equals));
}

type Run = (this: unknown, ...args: unknown[]) => void;

/** The bundle as a function; nothing where it is Node's loader that has to load it. */
function compile(file: string): Run | undefined {
  try {
    if (!isAllowed()) return undefined;
    const bytes = files().readFileSync(file);
    const beginning = bytes.toString('latin1', 0, BEGINNING.length + HASH_LENGTH);
    if (!stringStartsWith(beginning, BEGINNING)) return undefined;
    const hash = stringSlice(beginning, BEGINNING.length);
    const { arch, versions } = process;
    const keptIn = pathFrom(parentOf(__dirname), `../.code-cache/${versions.v8}-${arch}-${hash}${placeOf(file)}`);
    const kept = readKept(keptIn);
    const { Script } = require('node:vm') as typeof import('node:vm');
    const script = new Script(wrapped(bytes), { filename: file, cachedData: kept?.code });
    if (script.cachedDataRejected !== false) keptCode().keepCode(script, keptIn);
    else if (kept !== undefined && looksAt(kept.size) < LOOKS) lookAtEnd({ script, file: keptIn, size: kept.size });
    return script.runInThisContext() as Run;
  } catch {
    return undefined;
  }
}

/**
 * Joined as bytes: two texts would be joined in V8's young generation, which is collected when it
 * has most of a megabyte. Bundles are in ASCII.
 */
function wrapped(bytes: Buffer): string {
  // The class is at hand with the bytes: asking Node for its module takes longer.
  const { concat, from } = bytes.constructor as typeof Buffer;
  const length = WRAPPER.length + bytes.length + END.length;
  const isLong = length >= OWN_MEMORY / 2 && length < OWN_MEMORY;
  // What is longer than its parts ends with zeros.
  const all = concat([from(WRAPPER), bytes, from(END)], isLong ? OWN_MEMORY : length);
  return all.toString('latin1');
}

/**
 * V8 of Node 20 takes the path that stack traces show from the kept code: there, a package that was
 * moved or copied keeps its own.
 */
function placeOf(file: string): string {
  if (NODE_MAJOR > 20) return '';
  let sum = 0;
  for (let index = 0; index < file.length; index++) sum = (sum * 31 + stringCharCodeAt(file, index)) | 0;
  return `-${sum >>> 0}`;
}

/** What is kept of a bundle. */
interface Kept {
  readonly code: Buffer;
  /** The size of the file in bytes. */
  readonly size: number;
}

/**
 * The file holds the code twice, and a byte for each {@link looksAt | look}. V8 checks its version
 * and length, but runs damaged code; comparing the two copies is faster than a checksum.
 */
function readKept(file: string): Kept | undefined {
  try {
    const both = files().readFileSync(file);
    const size = both.length;
    const half = (size - looksAt(size)) / 2;
    const code = both.subarray(0, half);
    return half > 0 && code.equals(both.subarray(half, 2 * half)) ? { code, size } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How many processes have looked whether there is more to keep, by the size of the file: the length
 * of V8's code is a multiple of four.
 */
function looksAt(size: number): number {
  return size & 7;
}

/** Code that was kept, and may lack functions that this process is going to run. */
interface Young {
  readonly script: VmScript;
  readonly file: string;
  readonly size: number;
}

/**
 * The first process with a version of Node may only have loaded the modules. So the next few that
 * have used the addon look at their end, and keep more if there is.
 */
function lookAtEnd(entry: Young): void {
  const list = sharedByCopies('young code', () => {
    const entries: Young[] = [];
    process.once('exit', () => {
      // Without the addon, little more than the loading has run.
      if (processState.isAddonLoading === undefined) return;
      for (let index = 0; index < entries.length; index++) keepMore(entries[index] as Young);
    });
    return entries;
  });
  list[list.length] = entry;
}

function keepMore({ script, file, size }: Young): void {
  try {
    const { accessSync, constants } = files();
    accessSync(file, constants.W_OK);
    keptCode().keepMore(script, file, size, looksAt(size));
  } catch {}
}

/** What Node's loader does with a function that it has compiled. */
function evaluate(file: string, run: Run): unknown {
  const modules = moduleClass();
  const folder = parentOf(file);
  const preload = require.cache[__filename];
  const own = new modules(file, preload);
  own.filename = file;
  // All but the first are those of the preload, in a folder beside this one.
  own.paths = [`${folder}${file[folder.length]}node_modules`, ...arraySlice(preload?.paths ?? [], 1)];
  // What a bundle requires by a path is another bundle; names lead from here where they lead from
  // there.
  const ours = (id: string): unknown => (id[0] === '.' ? loadBundle(pathFrom(folder, id)) : require(id));
  require.cache[file] = own;
  try {
    apply(run, own.exports, [own.exports, assign(ours, require), own, file, folder]);
  } catch (error) {
    delete require.cache[file];
    throw error;
  }
  own.loaded = true;
  return own.exports;
}

// Not at the start: a program that uses none of our modules does without.

function keptCode(): typeof import('./kept-code') {
  return require('./kept-code');
}

function files(): typeof import('node:fs') {
  return require('node:fs');
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { requireBundle };
