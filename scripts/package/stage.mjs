import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformName } from '../build/platform.mjs';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/** Where the packages are laid out and packed. */
export const packageFolder = join(root, 'target', 'package');

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * Lays out the main package as it is published: the repository's manifest names no platform
 * package, so that `npm ci` needs none; the published one names all of them, and npm installs the
 * one that fits.
 *
 * @returns {string} the folder
 */
export function stageMainPackage() {
  const { scripts: _, devDependencies: __, ava: ___, napi: ____, ...manifest } = readManifest(root);
  const platforms = readdirSync(join(root, 'npm')).map((platform) => readManifest(join(root, 'npm', platform)));
  manifest.optionalDependencies = Object.fromEntries(platforms.map(({ name, version }) => [name, version]));
  const folder = emptyFolder(manifest.name);
  for (const part of ['dist', 'types']) cpSync(join(root, part), join(folder, part), { recursive: true });
  copyDocuments(root, folder, ['README.md', 'CHANGELOG.md', 'LICENSE']);
  writeManifest(folder, manifest);
  return folder;
}

/**
 * Lays out the package with this platform's addon.
 *
 * @returns {string} the folder
 * @throws {Failure} when the addon is not built
 */
export function stagePlatformPackage() {
  const source = join(root, 'npm', platformName());
  const manifest = readManifest(source);
  if (!existsSync(join(source, manifest.main))) {
    throw new Failure(`${join(source, manifest.main)} is missing`, { remedy: 'run: npm run build' });
  }
  const folder = emptyFolder(manifest.name);
  cpSync(join(source, manifest.main), join(folder, manifest.main));
  copyDocuments(source, folder, ['README.md']);
  copyDocuments(root, folder, ['LICENSE']);
  writeManifest(folder, manifest);
  return folder;
}

function emptyFolder(name) {
  const folder = join(packageFolder, 'staged', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function copyDocuments(source, folder, names) {
  for (const name of names) if (existsSync(join(source, name))) cpSync(join(source, name), join(folder, name));
}
