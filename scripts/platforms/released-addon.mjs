import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { buildPlatformAddon, platformAddon } from './build-addon.mjs';
import { targets } from './targets.mjs';

/**
 * The addon that a platform's package gets: what zig has built, for an old C library. Where that
 * cannot be made, this machine's own build serves, which needs a C library as new as the machine's.
 *
 * @param {string} platform
 * @returns {Promise<string | undefined>} its path; `undefined` for another platform whose addon
 *   cannot be built here
 */
export async function releasedAddon(platform) {
  const { missing } = Object.hasOwn(targets, platform)
    ? await buildPlatformAddon(platform)
    : { missing: 'zig does not build for it' };
  if (!missing) return join(root, platformAddon(platform));
  report(`addon for ${platform}`, `not the released build: ${missing}`);
  return platform === platformName() ? join(root, 'npm', platform, `rt-std.${platform}.node`) : undefined;
}
