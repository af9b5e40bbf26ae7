import { outputOf } from '../run/output.mjs';

/**
 * The crates of others that are linked into what a crate of this workspace becomes: those that only
 * build it, or test it, are left out.
 *
 * @param {string} crate
 * @param {string} triple the target
 * @returns {Promise<{ name: string, version: string, license: string, authors: string[], manifest: string }[]>}
 *   in the order of their names
 */
export async function linkedCrates(crate, triple) {
  const edges = ['--edges', 'normal,no-proc-macro', '--target', triple, '--prefix', 'none', '--format', '{p}'];
  const lines = await outputOf('cargo', ['tree', '--locked', '--package', crate, ...edges]);
  const wanted = new Set(lines.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')));
  const { packages } = JSON.parse(await outputOf('cargo', ['metadata', '--locked', '--format-version', '1']));
  return packages
    .filter(({ name, version, source }) => source !== null && wanted.has(`${name} v${version}`))
    .map(({ name, version, license, authors, manifest_path: manifest }) => ({
      name,
      version,
      license,
      authors,
      manifest,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
