import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { npm } from '../run/npm.mjs';
import { root } from '../run/project.mjs';

/**
 * The packages to publish, in their order: those of the platforms first, since the main package
 * names them.
 *
 * @param {string} folder where each package lies in a folder of its name
 * @returns {string[]} their folders
 * @throws {Failure} when a package or an addon is missing, or the versions are not the same
 */
export function packagesToPublish(folder) {
  const platforms = publishedPlatforms().map((platform) => `rt-std-${platform}`);
  const packages = [...platforms, 'rt-std'].map((name) => join(folder, name));
  const { version } = readManifest(root);
  for (const path of packages) {
    if (!existsSync(join(path, 'package.json'))) throw new Failure(`${path} is missing`, { remedy });
    const manifest = readManifest(path);
    if (!existsSync(join(path, manifest.main))) throw new Failure(`${path} has no ${manifest.main}`, { remedy });
    if (manifest.version !== version) throw new Failure(`${path} has the version ${manifest.version}, not ${version}`);
  }
  return packages;
}

/** The platforms whose packages are published: those that nobody builds are private. */
export function publishedPlatforms() {
  return readdirSync(join(root, 'npm')).filter((platform) => !readManifest(join(root, 'npm', platform)).private);
}

const remedy = 'run `npm run pack` on each platform and put the folders of target/package/staged together';

/**
 * Publishes packages by `npm publish`, one after the other.
 *
 * @param {string[]} folders
 * @param {string[]} options of npm
 */
export async function publishPackages(folders, options) {
  for (const folder of folders) {
    await npm('publish', ['publish', folder, '--access', 'public', '--loglevel=error', ...options]);
  }
}

/** What `package.json` in a folder says. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
