import { existsSync, statSync } from '../../node-builtins/kept-file-functions';
import { BEFORE } from '../../node-options/own-node-options';
import { loads, type Preload } from '../../node-options/preload-arguments';
import { joinNodeOptions, loadsByOptions } from '../../node-options/text';
import { processState } from '../../process-state';
import { process } from '../../realm/main-realm';
import { arraySome, create, stringIncludes, stringIndexOf, stringSlice } from '../../realm/primordials';
import { inheritedEnvironment } from '../arguments/environment';
import { defaultEnvironment } from '../arguments/live-environment';
import { isNodeOptions, nodeOptionsOf } from './node-options-of';
import { environmentOfPackaged } from './packaged-program';

/** The environment for a forked child: the given one, unless a preload or package needs another. */
export function environmentOfFork(
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv | null | undefined,
): NodeJS.ProcessEnv | null | undefined {
  const { preloads } = processState;
  let current = env;
  for (let index = 0; index < preloads.length; index++) {
    const preload = preloads[index] as Preload;
    if (loads(execArgv, preload)) continue;
    const options = nodeOptionsOf(current || defaultEnvironment());
    if (loadsByOptions(options, preload)) continue;
    if (canLoad(preload, execArgv, options)) {
      current = withPreload(current || inheritedEnvironment(), preload);
    } else {
      process.emitWarning(
        `${preload.specifier} is not in this child: ${preload.path} cannot be found`,
        'PreloadWarning',
      );
    }
  }
  return environmentOfPackaged(current, inheritedEnvironment);
}

/**
 * Whether a child finds the file of the preload, with these options. A package may be removed while
 * a program runs; and Yarn keeps packages in archives, which only its `.pnp.cjs` can read.
 */
function canLoad(preload: Preload, execArgv: readonly unknown[], options = ''): boolean {
  if (!isInArchive(preload)) return exists(preload.path);
  return namesPnp(options) || arraySome(execArgv, namesPnp);
}

/**
 * What the permission model no longer shows was there when this process began. A child has other
 * rights than what is left here: those of this process's options, or of its own.
 */
function exists(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return true;
  }
}

function namesPnp(options: unknown): boolean {
  return typeof options === 'string' && stringIncludes(options, '.pnp.');
}

/** A folder may have such a name, too. */
function isInArchive({ path }: Preload): boolean {
  for (let end = stringIndexOf(path, '.zip'); end !== -1; end = stringIndexOf(path, '.zip', end)) {
    end += '.zip'.length;
    const isWhole = path[end] === '/' || path[end] === '\\';
    try {
      if (isWhole && statSync(stringSlice(path, 0, end)).isFile()) return true;
    } catch {}
  }
  return false;
}

/** A copy of an environment, with which a child loads the preload. */
function withPreload(env: NodeJS.ProcessEnv, preload: Preload): NodeJS.ProcessEnv {
  const before = nodeOptionsOf(env);
  const options = joinNodeOptions(['--require', preload.path]);
  // What it inherits reaches the child too: a spread would leave that out.
  const own = create(null) as NodeJS.ProcessEnv;
  for (const name in env) if (!isNodeOptions(name)) own[name] = env[name];
  // First, so that other preloads find our functions; but behind what reads the archive.
  if (!before) own.NODE_OPTIONS = options;
  else own.NODE_OPTIONS = isInArchive(preload) ? `${before} ${options}` : `${options} ${before}`;
  own[BEFORE] = env[BEFORE] ?? before ?? '';
  return own;
}
