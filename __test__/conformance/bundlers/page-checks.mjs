import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { importFrom } from '../../../scripts/run/import-from.mjs';

/** A page's program, and a dependency in CommonJS that replaces a function, as in Node. */
const files = {
  'page.mjs': `
    import { stringify } from 'rt-std/querystring';
    import { get } from 'rt-std/querystring/pairs';
    import { backend } from 'rt-std/backend';
    import dependency from './dependency.cjs';
    console.log(JSON.stringify([stringify({ a: 'ä' }), get('a=%C3%A4', 'a'), backend.querystring, ...dependency]));
  `,
  'dependency.cjs': `
    const querystring = require('rt-std/querystring');
    querystring.escape = (text) => text.toUpperCase();
    const { get } = require('rt-std/querystring/pairs');
    const { backend } = require('rt-std/backend');
    module.exports = [querystring.stringify({ a: 'ä' }), get('a=%C3%A4', 'a'), backend.querystring];
  `,
};
const expected = ['a=%C3%A4', 'ä', 'wasm', 'A=Ä', 'ä', 'wasm'];

/** Each bundler: how it makes `bundle.mjs` of the page. */
const bundlers = {
  async esbuild(load, folder) {
    const { build } = (await load('esbuild')).default;
    const outfile = join(folder, 'esbuild', 'bundle.mjs');
    await build({ entryPoints: [join(folder, 'page.mjs')], outfile, bundle: true, format: 'esm', platform: 'browser' });
  },
  async webpack(load, folder) {
    const webpack = (await load('webpack')).default;
    const output = { path: join(folder, 'webpack'), filename: 'bundle.mjs' };
    const compiler = webpack({ mode: 'production', target: 'web', entry: join(folder, 'page.mjs'), output });
    await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(stats.toString()));
        else resolve();
      });
    });
  },
  async Rollup(load, folder) {
    const [{ rollup }, { default: commonjs }, { default: nodeResolve }] = await Promise.all(
      ['rollup', '@rollup/plugin-commonjs', '@rollup/plugin-node-resolve'].map(load),
    );
    const plugins = [nodeResolve({ browser: true, exportConditions: ['browser'] }), commonjs()];
    const bundle = await rollup({ input: join(folder, 'page.mjs'), plugins });
    await bundle.write({ file: join(folder, 'Rollup', 'bundle.mjs'), format: 'es' });
  },
  async Vite(load, folder) {
    const { build } = await load('vite');
    const output = { entryFileNames: 'bundle.mjs' };
    await build({
      ...{ root: folder, configFile: false, logLevel: 'warn' },
      build: { outDir: 'Vite', modulePreload: false, rollupOptions: { input: join(folder, 'page.mjs'), output } },
    });
  },
};

/**
 * What must hold for a page: `import` gets the ES module, and `require()` the object whose
 * functions a program may replace.
 *
 * @param {{ project: string }} made by `makeProject()`
 * @returns {import('../../../scripts/test/checks.mjs').Check[]}
 */
export function pageChecks({ project }) {
  const folder = join(project, 'page');
  const load = (name) => importFrom(project, name);
  return Object.entries(bundlers).map(([name, bundle]) => [
    `${name}: a page and a dependency in CommonJS, which replaces a function`,
    async () => {
      mkdirSync(folder, { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      await bundle(load, folder);
      const lines = [];
      await run(`page by ${name}`, process.execPath, [join(folder, name, 'bundle.mjs')], {
        ...{ cwd: folder, env: toolEnvironment(), onLine: (line) => lines.push(line) },
      });
      assert.deepEqual(JSON.parse(lines.join('')), expected);
    },
  ]);
}
