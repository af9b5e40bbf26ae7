import { outputOf } from '../run/output.mjs';

/**
 * The crates that are published.
 *
 * @returns {Promise<{ name: string, version: string, rustVersion: string, metadata: any }[]>}
 */
export async function libraries() {
  const args = ['metadata', '--no-deps', '--format-version', '1', '--locked'];
  return JSON.parse(await outputOf('cargo', args))
    .packages.filter(({ publish }) => publish === null)
    .map(({ name, version, rust_version: rustVersion, metadata }) => ({ name, version, rustVersion, metadata }));
}
