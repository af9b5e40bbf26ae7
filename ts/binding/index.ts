import { existsSync } from 'node:fs';
import { nodeError } from '../errors';
import { IS_NODE } from '../errors/node-version';
import { process, sharedByCopies } from '../main-realm';
import { loadOwnAddon } from '../node-builtins/other-addons';
import { stringSlice } from '../primordials';
import type * as Addon from './addon';
import { candidatePlatforms, currentPlatform, SUPPORTED_PLATFORMS } from './platform';

/** The functions of the native addon, as `crates/napi` declares them. */
export type NativeAddon = typeof Addon;

let loaded: NativeAddon | undefined;

/**
 * The native addon, loaded at the first call.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is none for this platform, it is not installed, or it
 * cannot be loaded: the message says which, and what to install; `cause` is the loader's own error
 */
export function loadAddon(): NativeAddon {
  loaded ??= loadOwnAddon(load);
  return loaded;
}

function load(): NativeAddon {
  let cause: unknown;
  for (const platform of candidatePlatforms()) {
    const file = `${packageFolder()}/npm/${platform}/rt-std.${platform}.node`;
    try {
      return open(existsSync(file) ? file : require.resolve(`rt-std-${platform}`));
    } catch (error) {
      // An addon that is there and does not load says more than one that is missing.
      if (cause === undefined || (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') cause = error;
    }
  }
  throw Object.assign(nodeError(Error, 'ERR_DLOPEN_FAILED', remedy(cause)), { cause });
}

/**
 * Two above the folder of this file, in whatever bundle it is: with `..` in it, the addon would
 * have another name in each folder, and be opened under each. Not by `node:path`, as in
 * `node-builtins/code-cache.ts`.
 */
function packageFolder(): string {
  let end = __dirname.length;
  for (let above = 0; above < 2; above++) {
    do end--;
    while (__dirname[end] !== '/' && __dirname[end] !== '\\');
  }
  return stringSlice(__dirname, 0, end);
}

/**
 * Node opens an addon in about half a millisecond, and takes as long again to find out what
 * `require` has to know about a path: so it only has to open it. All copies of this package in a
 * thread have the same one, as with `require`.
 */
function open(file: string): NativeAddon {
  if (!IS_NODE) return require(file) as NativeAddon;
  return sharedByCopies(`addon ${file}`, () => {
    const module: { exports: unknown } = { exports: {} };
    process.dlopen(module, file);
    return module.exports as NativeAddon;
  });
}

function remedy(cause: unknown): string {
  if ((cause as NodeJS.ErrnoException).code === 'ERR_DLOPEN_DISABLED') {
    // The permission model and `--no-addons` give the same code.
    return Object.hasOwn(process, 'permission')
      ? "Node's permission model refuses the native addon of rt-std. From Node 22 on, --allow-addons allows it"
      : 'The option --no-addons, in the command line or in NODE_OPTIONS, refuses the native addon of rt-std';
  }
  const platform = currentPlatform();
  if (!SUPPORTED_PLATFORMS.includes(platform)) {
    return `rt-std has no native addon for ${platform}. There are addons for ${SUPPORTED_PLATFORMS.join(', ')}`;
  }
  const name = `rt-std-${platform}`;
  if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') {
    // Damaged, for another platform or for a newer C library: the loader says which.
    return `The native addon of rt-std in the package ${name} is there and cannot be loaded: ${(cause as Error).message}. Where it is damaged, install it again, in the version of rt-std: npm install --force ${name}`;
  }
  return `The native addon of rt-std for ${platform} is not installed: installing without optional dependencies (--omit=optional), or from a lock file made on another platform, leaves it out. Install it, in the version of rt-std: npm install ${name}`;
}
