import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';
import { bundleSpecs } from '../browsers/specs.mjs';
import { installedProject } from '../installed-project.mjs';

/**
 * Makes somebody's project, in which the packed packages are installed, with the specs as one
 * module and a program for each kind of runtime.
 *
 * @param {{ seed: number, count: number }} random for the fuzzers
 * @returns {Promise<string>} its folder
 */
export async function makeProject(random) {
  const folder = await installedProject({ type: 'module' });
  cpSync(join(root, '__test__', 'conformance', 'edge', 'programs'), folder, { recursive: true });
  await bundleSpecs(join(folder, 'specs.mjs'), random);
  return folder;
}
