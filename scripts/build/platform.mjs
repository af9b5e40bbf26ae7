import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/**
 * The name of the platform that this Node runs on, as in `npm/` and in the names of the platform
 * packages.
 *
 * @returns {string}
 * @throws {Failure} for a platform that has no package
 */
export function platformName() {
  const name = [process.platform, process.arch, abi()].filter(Boolean).join('-');
  const supported = readdirSync(join(root, 'npm'));
  if (!supported.includes(name))
    throw new Failure(`there is no addon for ${name}`, { remedy: `use one of: ${supported.join(', ')}` });
  return name;
}

function abi() {
  if (process.platform === 'win32') return 'msvc';
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'gnu';
}
