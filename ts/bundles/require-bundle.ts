import { getBuiltinModule } from '../node-builtins/built-in';
import { closeSync } from '../node-builtins/kept-file-functions';
import { moduleClass } from '../node-builtins/module-class';
import { processState } from '../process-state';
import { apply, textSlice } from '../realm/kept-functions';
import { process } from '../realm/main-realm';
import { isBundled } from './bundled';
import { compileBundle, type Run } from './code-cache';
import { holdFile } from './hold-file';
import { parentOf } from './own-place';
import { OTHER_BUILD } from './this-build';

/**
 * Loads a bundle of this package, as `require` does, but with the code that V8 has made of it in an
 * earlier process: reading that takes less time than to compile the text.
 *
 * Each preload has this in its own file: to load one more file takes Node longer than V8 takes for
 * this text, whose functions it compiles when they are called.
 *
 * @param name - the bundle's name in `scripts/build/bundle-table.mjs`
 * @returns its exports
 */
export function requireBundle(name: string): unknown {
  return loadBundle(`${name}.js`);
}

/**
 * The same for an entry of this package, which names the bundle to Node's loader as well: that has
 * to find it where a bundler has made both part of another file or a test runner has loaded this
 * one, and reads the source map where a program asks for that.
 *
 * @param name - as for {@link requireBundle}
 * @returns its exports; nothing where it is Node's loader that has to load it
 */
export function keptBundle(name: string): unknown {
  if (isBundled || require.cache?.[__filename] !== module) return undefined;
  if ((process as { sourceMapsEnabled?: boolean }).sourceMapsEnabled) return undefined;
  return loadKept(`${name}.js`);
}

/** @param path - below `dist`. This file, too, is in a folder there. */
function loadBundle(path: string): unknown {
  // Bundlers read calls of `require` itself, and complain of what they cannot know.
  const here = module;
  return loadKept(path) ?? here.require(whole(fileOf(parentOf(__dirname), path)));
}

/**
 * Gives the path of a file that is whole and of this build. What cannot be read is left to the
 * loader, which says why.
 */
function whole(file: string): string {
  try {
    closeSync(holdFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== OTHER_BUILD) return file;
    processState.unreadable = error;
    throw error;
  }
  return file;
}

/** Gives nothing where it is Node's loader that has to load the bundle. */
function loadKept(path: string): unknown {
  const root = parentOf(__dirname);
  const file = fileOf(root, path);
  const known = require.cache[file];
  if (known) return known.exports;
  const run = compileBundle(file, root);
  return run && evaluate(path, file, run);
}

/**
 * As `resolve()` of `node:path` does. That one goes by the character: with some calls more than
 * Node's own at a start, V8 compiles it again (on Node 24, for a millisecond).
 */
function fileOf(root: string, path: string): string {
  if (root[0] === '/') return `${root}/${path}`;
  return (require('node:path') as typeof import('node:path')).resolve(root, path);
}

/** What Node's loader does with a function that it has compiled. */
function evaluate(path: string, file: string, run: Run): unknown {
  const folder = parentOf(file);
  const own = new (moduleClass())(file, module);
  own.filename = file;
  // All but the first are those of the preload, in a folder beside this one.
  own.paths = [`${folder}${file[folder.length]}node_modules`];
  for (let index = 1; index < module.paths.length; index++) own.paths[index] = module.paths[index] as string;
  // What a bundle requires by a path is another bundle; names lead from here where they lead from
  // there. The first thing that each asks for is known.
  const ours = (id: string): unknown => {
    if (id === 'node:process') return process;
    if (id[0] !== '.') return getBuiltinModule?.(id) ?? own.require(id);
    return loadBundle(id[1] === '.' ? apply(textSlice, id, [3]) : parentOf(path) + apply(textSlice, id, [1]));
  };
  require.cache[file] = own;
  try {
    ours.cache = require.cache;
    apply(run, own.exports, [own.exports, ours, own, file, folder]);
  } catch (error) {
    delete require.cache[file];
    throw error;
  }
  own.loaded = true;
  return own.exports;
}
