import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { packagesToPublish, publishedPlatforms, publishPackages } from '../package/publish.mjs';
import { stageMainPackage, stagePlatformPackage } from '../package/stage.mjs';
import { releasedAddon } from '../platforms/released-addon.mjs';
import { root } from '../run/project.mjs';

/**
 * Publishes all packages as `npm run release` does.
 *
 * @param {{ url: string, token: string }} registry
 * @param {string} folder an empty one, for what is published
 * @returns {Promise<number>} how many
 */
export async function publishAll({ url, token }, folder) {
  const own = platformName();
  for (const platform of publishedPlatforms()) {
    if (platform !== own) stageWithoutAddon(platform, folder);
  }
  cpSync(await stagePlatformPackage(own, await releasedAddon(own)), join(folder, `rt-std-${own}`), { recursive: true });
  cpSync(await stageMainPackage(), join(folder, 'rt-std'), { recursive: true });
  const settings = join(folder, 'npmrc');
  writeFileSync(settings, `registry=${url}\n${url.slice('http:'.length)}:_authToken=${token}\n`);
  const packages = packagesToPublish(folder);
  await publishPackages(packages, ['--userconfig', settings, '--registry', url]);
  return packages.length;
}

/** The manifest of another platform's package, with a text where its addon would be. */
function stageWithoutAddon(platform, folder) {
  const source = join(root, 'npm', platform);
  const staged = join(folder, `rt-std-${platform}`);
  mkdirSync(staged, { recursive: true });
  for (const name of ['package.json', 'README.md']) cpSync(join(source, name), join(staged, name));
  const { main } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(staged, main), 'the addon of this platform is built on that platform\n');
}
