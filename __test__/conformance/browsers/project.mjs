import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../../scripts/run/project.mjs';
import { installedProject } from '../installed-project.mjs';
import * as esbuild from './bundlers/esbuild.mjs';
import * as vite from './bundlers/vite.mjs';
import * as webpack from './bundlers/webpack.mjs';
import { readme } from './readme.mjs';
import { bundleSpecs } from './specs.mjs';

/**
 * The bundlers that are tested: each has its version and a function
 * `bundle(source, outdir, entries)`.
 */
export const bundlers = { esbuild, Vite: vite, webpack };

/**
 * Makes somebody's project, in which the packed packages are installed as README.md says, with two
 * applications: `specs` runs the querystring specs, `readme` is README's own program.
 *
 * @param {{ seed: number, count: number }} random for the fuzzers
 * @returns {Promise<{ folder: string, bundled: (bundler: string, application: string) => Promise<string> }>}
 *   the project's folder, and a function that bundles an application and returns the folder of the
 *   result
 */
export async function makeProject(random) {
  const folder = await installedProject();

  cpSync(join(root, '__test__', 'conformance', 'browsers', 'applications'), folder, { recursive: true });
  await bundleSpecs(join(folder, 'specs', 'specs.mjs'), random);
  writeFileSync(join(folder, 'readme', 'page.js'), readme.program);

  const entries = { specs: ['page.js', 'worker.js'], readme: ['page.js'] };
  const done = new Map();
  const bundled = (bundler, application) => {
    const outdir = join(folder, 'bundled', bundler, application);
    if (!done.has(outdir)) {
      mkdirSync(outdir, { recursive: true });
      done.set(outdir, bundlers[bundler].bundle(join(folder, application), outdir, entries[application]));
    }
    return done.get(outdir).then(() => outdir);
  };
  return { folder, bundled };
}

/**
 * The size of the scripts in a folder.
 *
 * @returns {{ raw: number, compressed: number }} bytes, as they are and by gzip
 */
export function sizeOfScripts(folder) {
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const contents = scripts.map((name) => readFileSync(join(folder, name)));
  const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
  return {
    raw: total(contents.map(({ length }) => length)),
    compressed: total(contents.map((content) => gzipSync(content, { level: 9 }).length)),
  };
}
