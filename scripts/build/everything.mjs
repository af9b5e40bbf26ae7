import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { elapsedSeconds, report } from '../run/progress.mjs';
import { setUpFolder } from '../run/project.mjs';
import { withLock } from '../steps/lock.mjs';
import { buildAddon } from './addon.mjs';
import { buildBundles } from './bundles.mjs';
import { installDependencies } from './dependencies.mjs';
import { buildTypeScript } from './typescript.mjs';
import { buildWebAssembly } from './web-assembly.mjs';

/**
 * Sets everything up that is not there yet: tools, addon, WASM, TypeScript. Takes seconds when
 * nothing has changed.
 *
 * @param {{ profile?: 'release' | 'quick' }} [options] how the addon is compiled; whatever is
 *   measured, packed or checked in CI is a release build, the default
 */
export async function buildEverything({ profile = 'release' } = {}) {
  mkdirSync(setUpFolder, { recursive: true });
  await withLock(join(setUpFolder, 'lock'), 'set-up', async () => {
    const dependencies = installDependencies();
    await Promise.all([dependencies, buildAddon(dependencies, profile), buildWebAssembly(dependencies)]);
    await buildTypeScript();
    await buildBundles();
  });
  report('set-up', `everything is in place after ${elapsedSeconds()} s`);
}
