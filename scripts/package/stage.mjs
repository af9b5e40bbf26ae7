import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { targets } from '../platforms/targets.mjs';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { inspectRust } from '../toolchain/rust.mjs';
import { wasmTriple } from '../toolchain/triple.mjs';
import { licensePage } from './licenses.mjs';
import { publishedPlatforms, readManifest } from './publish.mjs';
import { billOfMaterials } from './sbom.mjs';

/** Where the packages are laid out and packed. */
export const packageFolder = join(root, 'target', 'package');

const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * Lays out the main package as it is published: the repository's manifest names no platform
 * package, so that `npm ci` needs none; the published one names all of them, and npm installs the
 * one that fits.
 *
 * @returns {Promise<string>} the folder
 */
export async function stageMainPackage() {
  const { scripts: _, devDependencies: __, ava: ___, napi: ____, ...manifest } = readManifest(root);
  const platforms = publishedPlatforms().map((platform) => readManifest(join(root, 'npm', platform)));
  manifest.optionalDependencies = Object.fromEntries(platforms.map(({ name, version }) => [name, version]));
  const folder = emptyFolder(manifest.name);
  for (const part of ['dist', 'types']) cpSync(join(root, part), join(folder, part), { recursive: true });
  copyDocuments(root, folder, ['README.md', 'CHANGELOG.md', 'LICENSE']);
  await describeContents(folder, 'The WebAssembly in rt-std', 'querystring-wasm', wasmTriple);
  writeManifest(folder, { ...manifest, files: [...manifest.files, ...contents] });
  return folder;
}

/**
 * Lays out the package with a platform's addon.
 *
 * @param {string} platform
 * @param {string} addon its path
 * @returns {Promise<string>} the folder
 * @throws {Failure} when the addon is not built
 */
export async function stagePlatformPackage(platform, addon) {
  const source = join(root, 'npm', platform);
  const manifest = readManifest(source);
  if (!existsSync(addon)) throw new Failure(`${addon} is missing`, { remedy: 'run: npm run build' });
  const folder = emptyFolder(manifest.name);
  cpSync(addon, join(folder, manifest.main));
  copyDocuments(source, folder, ['README.md']);
  copyDocuments(root, folder, ['LICENSE']);
  const triple = targets[platform]?.triple ?? (await inspectRust()).host;
  await describeContents(folder, `The addon in ${manifest.name}`, 'napi', triple);
  writeManifest(folder, { ...manifest, files: [...manifest.files, ...contents] });
  return folder;
}

/** What is in a package of other projects: their licences, and a bill of materials. */
const contents = ['THIRD-PARTY-LICENSES.md', 'sbom.cdx.json'];

async function describeContents(folder, what, crateFolder, triple) {
  const crate = `rt-${crateFolder}`;
  const [licenses, bill] = contents.map((name) => join(folder, name));
  writeFileSync(licenses, await licensePage(what, crate, triple));
  writeFileSync(bill, `${JSON.stringify(await billOfMaterials(crate, crateFolder, triple), null, 2)}\n`);
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
