import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';

const execute = promisify(execFile);

/**
 * The crates that are published.
 *
 * @returns {Promise<{ name: string, version: string, rustVersion: string, metadata: any }[]>}
 */
export async function libraries() {
  const args = ['metadata', '--no-deps', '--format-version', '1', '--locked'];
  const { stdout } = await execute('cargo', args, { cwd: root, env: toolEnvironment(), maxBuffer: 1 << 26 });
  return JSON.parse(stdout)
    .packages.filter(({ publish }) => publish === null)
    .map(({ name, version, rust_version: rustVersion, metadata }) => ({ name, version, rustVersion, metadata }));
}
