import { existsSync, realpathSync } from 'node:fs';
import { isBundled } from '../node-builtins/bundled';
import { moduleClass } from '../node-builtins/module-class';
import { ownFolder, parentOf } from '../node-builtins/own-place';

/**
 * `require` as of this file. Bundlers read calls of `require` itself, and complain of those whose
 * argument they cannot know.
 */
export function requireHere(): NodeJS.Require {
  return moduleClass().createRequire(`${ownFolder}/`);
}

/**
 * Where the addon for a platform is. For a bundle: beside it, or in the platform's package.
 * Otherwise in the clone that it was built in, or in that package.
 *
 * @throws `MODULE_NOT_FOUND` when it is nowhere
 */
export function addonFile(platform: string): string {
  const name = `rt-std.${platform}.node`;
  // Two above this file, in whatever bundle of this package it is: with `..` in it, the addon would
  // have another name in each folder, and be opened under each.
  const own = isBundled ? ownFolder : `${parentOf(parentOf(ownFolder))}/npm/${platform}`;
  if (existsSync(`${own}/${name}`)) return `${own}/${name}`;
  try {
    return requireHere().resolve(`rt-std-${platform}`);
  } catch (error) {
    if (!isBundled && existsSync(tracedFile(platform))) return realpathSync(tracedFile(platform));
    throw error;
  }
}

/**
 * Where the addon lies in a copy that `@vercel/nft` has made of an installed program, for Next.js
 * and others: it reads this expression, with a star for the platform, and copies the files that it
 * finds, but not their packages' manifests.
 */
function tracedFile(platform: string): string {
  return `${__dirname}/../../../rt-std-${platform}/rt-std.${platform}.node`;
}
