import { BUILD_NUMBER } from '../bundles/build-number';
import { isBundled } from '../bundles/bundled';
import { holdFile } from '../bundles/hold-file';
import { ownFolder } from '../bundles/own-place';
import { debug } from '../debug';
import { nodeError } from '../errors';
import { arch, platform as realPlatform } from '../kept-process';
import { closeSync, existsSync, statSync } from '../node-builtins/kept-file-functions';
import { loadOwnAddon } from '../node-builtins/other-addons';
import { someOption } from '../node-builtins/some-option';
import { IS_NODE } from '../node-version';
import { processState } from '../process-state';
import { process, sharedByCopies } from '../realm/main-realm';
import { arrayMap } from '../realm/primordials';
import { throwWithoutStack } from '../stack-space';
import type * as Addon from './addon';
import { lastingContext } from './addon-context';
import { farAddonFile, fileBeside, nearAddonFile, requireHere } from './addon-file';
import { rethrowPassing } from './passing-error';
import { candidatePlatforms, currentPlatform, SUPPORTED_PLATFORMS } from './platform';
import { refuseCutAddon } from './whole-addon';

/** The functions of the native addon, as `crates/napi` declares them. */
export type NativeAddon = typeof Addon;

let loaded: NativeAddon | undefined;

/**
 * In its context the addon is opened, since what the addon makes then lasts as long as the thread,
 * and keeps the context: the store of an `AsyncLocalStorage` in which a program happens to start
 * its first child would never be freed.
 */
const context = lastingContext('RTSTDADDON');

/**
 * Where the stack ends within Node's change of contexts, the context is never left again, and Node
 * aborts the process. So the opening begins only where there is place for it: some 100 KB, since
 * Node's functions may have to be compiled first.
 */
const FRAMES_TO_OPEN = 1000;

/**
 * The native addon, loaded at the first call.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is none for this platform, it is not installed, or it
 * cannot be loaded: the message says which, and what to install; `cause` is the loader's own error.
 * A RangeError where the stack or the memory ends, which says nothing about the next call
 */
export function loadAddon(): NativeAddon {
  loaded ??= loadOwnAddon(load);
  return loaded;
}

function load(): NativeAddon {
  const candidates = candidatePlatforms();
  const platforms = hasMusl() ? [candidates[1] as string, candidates[0] as string] : candidates;
  // Filled: a program may have put something under a number on Object.prototype.
  const errors: unknown[] = arrayMap(platforms, () => undefined);
  const addon = openFirst(platforms, errors, nearAddonFile) ?? openFirst(platforms, errors, farAddonFile);
  if (addon !== undefined) return addon;
  const cause = decisive(platforms, errors);
  throw Object.assign(nodeError('Error', 'ERR_DLOPEN_FAILED', remedy(cause)), { cause });
}

/** The loader of musl, by the names that it has for processors. */
const MUSL_LOADERS: Readonly<Record<string, string>> = {
  x64: '/lib/ld-musl-x86_64.so.1',
  arm64: '/lib/ld-musl-aarch64.so.1',
};

/**
 * Whether this system has musl, whose addon is tried first then: that for glibc opens under musl,
 * too, where Alpine's `libc6-compat` is installed, but not the other way round.
 */
function hasMusl(): boolean {
  // Deno is built for glibc, and asks its user about each path.
  if (realPlatform !== 'linux' || !IS_NODE) return false;
  try {
    return existsSync(MUSL_LOADERS[arch] ?? '');
  } catch {
    // Node's permission model refuses to look there.
    return false;
  }
}

/** Opens the first addon that is found and fits; notes why the others do not. */
function openFirst(
  platforms: readonly string[],
  errors: unknown[],
  find: (platform: string) => string | undefined,
): NativeAddon | undefined {
  for (let index = 0; index < platforms.length; index++) {
    if (errors[index] !== undefined) continue;
    try {
      const file = find(platforms[index] as string);
      if (file !== undefined) return open(file);
    } catch (error) {
      rethrowPassing(error);
      errors[index] = error;
    }
  }
  return undefined;
}

/** Which of the errors says why there is no addon. */
function decisive(platforms: readonly string[], errors: readonly unknown[]): unknown {
  // The addon for the other C library is there where a folder of packages was copied to a machine
  // with this one; it says nothing about the addon that is needed.
  if (realPlatform === 'linux') return errors[platforms.indexOf(currentPlatform())];
  // An addon that is there and does not load says more than one that is missing.
  return errors.find((error) => !isMissing(error)) ?? errors[0];
}

/** A package without its file is not found either: the loader then says where its manifest is. */
function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' && !('path' in (error as object));
}

/** In seconds since the process has begun. */
const loadedAt = process.uptime();

/**
 * Who replaces the package while a process runs replaces the addon, too: this file tells. Most
 * programs start a child as soon as it is loaded, and look for nothing. Only under the override,
 * where the calls are left to Node then: other programs are better served by an addon that may fit.
 */
function refuseOtherAddon(): void {
  if (isBundled || processState.model !== 'node' || process.uptime() - loadedAt < 1) return;
  closeSync(holdFile(__filename));
}

/**
 * Node opens an addon in about half a millisecond, and takes as long again to find out what
 * `require` has to know about a path: so it only has to open it. All copies of this build in a
 * thread have the same one, as with `require`.
 */
function open(file: string): NativeAddon {
  if (!IS_NODE) {
    refuseCutAddon(file);
    return requireHere()(file) as NativeAddon;
  }
  return sharedByCopies(`addon ${BUILD_NUMBER} ${file}`, () => {
    refuseOtherAddon();
    refuseCutAddon(file);
    const module: { exports: unknown } = { exports: {} };
    throwWithoutStack(FRAMES_TO_OPEN);
    context.runInAsyncScope(process.dlopen, process, module, file);
    debug(() => `loaded the addon ${file}`);
    return module.exports as NativeAddon;
  });
}

/** Calls a function of the addon whose resources last as long as the thread. */
export function inLastingContext(call: () => void): void {
  context.runInAsyncScope(call);
}

/** Some of the loader's messages have a full stop of their own. */
function withFullStop(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** What the system says where this process may not look for the addon; otherwise nothing. */
function refusalOf(platform: string): string | undefined {
  if (isBundled) return undefined;
  try {
    statSync(fileBeside(platform));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') return message;
  }
  return undefined;
}

function remedy(cause: unknown): string {
  if ((cause as NodeJS.ErrnoException).code === 'ERR_DLOPEN_DISABLED') {
    // The permission model and `--no-addons` give the same code.
    if (Object.hasOwn(process, 'permission')) {
      return "Node's permission model refuses the native addon of rt-std. From Node 22 on, --allow-addons allows it";
    }
    // A worker with arguments of its own shows neither.
    return someOption((word) => word === '--no-addons')
      ? 'The option --no-addons, in the command line or in NODE_OPTIONS, refuses the native addon of rt-std'
      : 'The option --no-addons, or the permission model without --allow-addons, refuses the native addon of rt-std';
  }
  const { name: className, message } = cause as Error;
  // Deno's class, whose message says what was refused.
  if (className === 'NotCapable') {
    return `Deno's permissions refuse the native addon of rt-std: ${withFullStop(message)} It needs --allow-read=node_modules and --allow-ffi=node_modules; rt-std/child_process needs --allow-env and --allow-run, too`;
  }
  const platform = currentPlatform();
  if (!SUPPORTED_PLATFORMS.includes(platform)) {
    return `rt-std has no native addon for ${platform}. There are addons for ${SUPPORTED_PLATFORMS.join(', ')}`;
  }
  const name = `rt-std-${platform}`;
  const refusal = refusalOf(platform);
  if (refusal !== undefined) {
    return `The native addon of rt-std cannot be read by this process: ${withFullStop(refusal)} Where a process gives up rights, it can start a child before, which loads the addon`;
  }
  if (!isMissing(cause)) {
    // Damaged, for another platform or for a newer C library: the loader says which.
    return `The native addon of rt-std in the package ${name} is there and cannot be loaded: ${withFullStop((cause as Error).message)} Where it is damaged, remove its folder in node_modules and install it again, in the version of rt-std: npm install ${name}`;
  }
  if (isBundled) {
    return `This program is a bundle with rt-std in it, and the native addon is not with it. Copy rt-std.${platform}.node, from the package ${name}, into the folder ${ownFolder || '/'}, or leave rt-std out of the bundle: docs/bundlers.md shows how`;
  }
  return `The native addon of rt-std for ${platform} is not installed: installing without optional dependencies (--omit=optional), or from a lock file made on another platform, leaves it out. Install it, in the version of rt-std: npm install ${name}`;
}
