import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { releasedAddon } from '../platforms/released-addon.mjs';
import { Failure } from '../run/failure.mjs';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { readManifest } from './publish.mjs';
import { packageFolder, stageMainPackage, stagePlatformPackage } from './stage.mjs';

/**
 * Packs the main package and a platform's package as they would be published, into
 * `target/package/`.
 *
 * @param {string} [platform] default: this machine's
 * @returns {Promise<{ main: string, platform: string }>} the paths of the tarballs
 * @throws {Failure} when the addon of another platform cannot be built here
 */
export async function packTarballs(platform = platformName()) {
  const addon = await releasedAddon(platform);
  if (addon === undefined) throw new Failure(`there is no addon for ${platform}`);
  const folders = [await stageMainPackage(), await stagePlatformPackage(platform, addon)];
  return { main: await pack(folders[0]), platform: await pack(folders[1]) };
}

async function pack(folder) {
  const { name, version } = readManifest(folder);
  let json = '';
  const onLine = (line) => {
    json += `${line}\n`;
  };
  const step = `pack ${name}`;
  await npm(step, ['pack', folder, '--json', '--loglevel=error', '--pack-destination', packageFolder], {
    cwd: folder,
    onLine,
  });
  const described = JSON.parse(json.slice(json.search(/^[[{]/m)));
  const { filename, size, unpackedSize, entryCount } = Array.isArray(described)
    ? described[0]
    : (described[name] ?? described);
  const tarball = join(packageFolder, `${name}-${version}.tgz`);
  renameSync(join(packageFolder, filename), tarball);
  report(step, `${kibibytes(size)} packed, ${kibibytes(unpackedSize)} unpacked, ${entryCount} files`);
  return tarball;
}

function kibibytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
