import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs } from '../../../scripts/package/tarballs.mjs';
import { npm } from '../../../scripts/run/npm.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { bundleSpecs } from '../browsers/specs.mjs';

/**
 * Makes somebody's project, in which the packed packages are installed, with the specs as one
 * module and a program for each kind of runtime.
 *
 * @param {{ seed: number, count: number }} random for the fuzzers
 * @returns {Promise<string>} its folder
 */
export async function makeProject(random) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-edge-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { main, platform } = await packTarballs();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await npm('install tarballs', ['install', '--offline', '--no-audit', '--no-fund', main, platform], { cwd: folder });
  cpSync(join(root, '__test__', 'conformance', 'edge', 'programs'), folder, { recursive: true });
  await bundleSpecs(join(folder, 'specs.mjs'), random);
  return folder;
}
