import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs } from '../../scripts/package/tarballs.mjs';
import { npm } from '../../scripts/run/npm.mjs';

/**
 * Makes somebody's project, in which the packed packages are installed. It is removed at the end of
 * this process.
 *
 * @param {object} [manifest] members of its `package.json`
 * @returns {Promise<string>} its folder
 */
export async function installedProject(manifest = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-project-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { main, platform } = await packTarballs();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, ...manifest })}\n`);
  await npm('install tarballs', ['install', '--offline', '--no-audit', '--no-fund', main, platform], { cwd: folder });
  return folder;
}
