import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformName } from '../../../scripts/build/platform.mjs';
import { stageMainPackage, stagePlatformPackage } from '../../../scripts/package/stage.mjs';
import { releasedAddon } from '../../../scripts/platforms/released-addon.mjs';
import { root } from '../../../scripts/run/project.mjs';

/** The project whose files `docs/bundlers.md` shows. They name this platform. */
export const sources = join(root, '__test__', 'conformance', 'bundlers', 'project');
const shownPlatform = 'linux-x64-gnu';

/**
 * A temporary folder with a program, the packages as they are published, and the bundlers.
 *
 * @param {string} tools the `node_modules` with the bundlers
 * @returns {Promise<{ folder: string, project: string, platform: string, remove: () => void }>}
 */
export async function makeProject(tools) {
  const platform = platformName();
  const packages = [await stageMainPackage(), await stagePlatformPackage(platform, await releasedAddon(platform))];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-bundlers-')));
  const project = join(folder, 'project');
  const modules = join(project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(tools)) symlinkSync(join(tools, name), join(modules, name));
  for (const [index, name] of ['rt-std', `rt-std-${platform}`].entries()) {
    cpSync(packages[index], join(modules, name), { recursive: true });
  }
  for (const name of readdirSync(sources)) {
    const text = readFileSync(join(sources, name), 'utf8');
    writeFileSync(join(project, name), text.replaceAll(shownPlatform, platform));
  }
  return { folder, project, platform, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
