import { isBundled } from '../bundles/bundled';
import { ownFolder, parentOf } from '../bundles/own-place';
import { existsSync, realPath } from '../node-builtins/kept-file-functions';
import { moduleClass } from '../node-builtins/module-class';

/**
 * `require` as of this file. Bundlers read calls of `require` itself, and complain of those whose
 * argument they cannot know.
 */
export function requireHere(): NodeJS.Require {
  return moduleClass().createRequire(`${ownFolder}/`);
}

/**
 * Where the addon for a platform is, if it is near. For a bundle: beside it. Otherwise in the clone
 * that it was built in, or in one of the two places where package managers put the platform's
 * package, in the order in which Node looks there.
 */
export function nearAddonFile(platform: string): string | undefined {
  const name = `rt-std.${platform}.node`;
  // Two above this file, in whatever bundle of this package it is: with `..` in it, the addon would
  // have another name in each folder, and be opened under each.
  const root = parentOf(parentOf(ownFolder));
  const own = isBundled ? `${ownFolder}/${name}` : `${root}/npm/${platform}/${name}`;
  if (existsSync(own)) return own;
  if (isBundled) return undefined;
  // Without links, as Node does it: pnpm makes one for each copy of this package.
  const within = `${root}/node_modules/rt-std-${platform}/${name}`;
  if (existsSync(within)) return withoutLinks(within);
  const beside = fileBeside(platform);
  return existsSync(beside) ? withoutLinks(beside) : undefined;
}

/**
 * Where the addon is when its package lies beside this one. `@vercel/nft`, for Next.js and others,
 * reads this expression, with a star for the platform, and copies the files that it finds.
 */
export function fileBeside(platform: string): string {
  return `${__dirname}/../../../rt-std-${platform}/rt-std.${platform}.node`;
}

/**
 * Where Node finds the package of a platform, wherever that is. It takes half a millisecond.
 *
 * @throws `MODULE_NOT_FOUND` when it is nowhere
 */
export function farAddonFile(platform: string): string {
  return requireHere().resolve(`rt-std-${platform}`);
}

function withoutLinks(file: string): string {
  try {
    return realPath(file);
  } catch (error) {
    // Old sandboxes refuse a system call that the C library's function makes (`faccessat2`).
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return file;
    throw error;
  }
}
