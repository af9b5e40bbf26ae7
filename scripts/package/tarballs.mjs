import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { packageFolder, stageMainPackage, stagePlatformPackage } from './stage.mjs';

/**
 * Packs the main package and this platform's package as they would be published, into
 * `target/package/`.
 *
 * @returns {Promise<{ main: string, platform: string }>} the paths of the tarballs
 */
export async function packTarballs() {
  return { main: await pack(stageMainPackage()), platform: await pack(stagePlatformPackage()) };
}

async function pack(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
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
