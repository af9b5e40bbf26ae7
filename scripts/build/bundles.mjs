import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { root } from '../run/project.mjs';
import { step } from '../steps/step.mjs';
import { bundleOf, bundles, withoutEffects } from './bundle-table.mjs';
import { compiledAtOnce } from './compiled-at-once.mjs';
import { requiredOnce } from './required-once.mjs';

const [sources, compiled, output] = ['ts', 'build', 'dist'].map((folder) => join(root, folder));

/** As many digits as the number of the build has, which is known when all bundles are made. */
const NO_BUILD = '123456789987654';

/** Which module of `ts/` is in which bundle, as esbuild reports it, for the spec that checks it. */
const report = 'build/bundles.json';

/**
 * Makes `dist/` of `ts/`: bundles of what is CommonJS, and the small ES modules that pass them on,
 * as the compiler wrote them.
 */
export async function buildBundles() {
  await step({
    name: 'bundles',
    inputs: ['ts', 'scripts/build', 'package-lock.json'],
    outputs: [...bundles.flatMap(({ name }) => [`dist/${name}.js`, `dist/${name}.js.map`]), report],
    run: async () => {
      // The bundler comes with the dependencies.
      const { build } = await import('esbuild');
      const results = await Promise.all(bundles.map((bundle) => build(optionsFor(bundle))));
      finish();
      // What V8 has made of earlier bundles.
      rmSync(join(root, '.code-cache'), { recursive: true, force: true });
      const inputs = bundles.map(({ name }, index) => [name, modulesIn(results[index].metafile)]);
      writeFileSync(join(root, report), `${JSON.stringify(Object.fromEntries(inputs), null, 2)}\n`);
      const facades = filesUnder(compiled).filter((path) => path.endsWith('.mjs'));
      for (const path of facades) copy(path);
      removeOthers(new Set([...bundles.flatMap(({ name }) => [`${name}.js`, `${name}.js.map`]), ...facades]));
    },
  });
}

/** @returns {import('esbuild').BuildOptions} */
function optionsFor({ name, atStart }) {
  return {
    absWorkingDir: root,
    entryPoints: [join(sources, `${name}.ts`)],
    outfile: join(output, `${name}.js`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    // Where source maps are on, or coverage is measured, Node reads each that a file names: for a
    // preload, that would be in each process.
    sourcemap: atStart ? 'external' : true,
    metafile: true,
    logLevel: 'warning',
    // ts/querystring/empty-result.ts repeats a name on purpose.
    logOverride: { 'duplicate-object-key': 'silent' },
    // By it, ts/bundles/bundled.ts notices that another bundler has taken the file.
    define: { OWN_PATH: JSON.stringify(`/dist/${name}.js`), BUILD: NO_BUILD },
    plugins: [otherBundles(name)],
  };
}

/**
 * Numbers the build in all bundles and at their ends, so that one can tell whether another one is
 * whole and of the same build (`ts/bundles/this-build.ts`). Then puts a hash of each text behind
 * its first line: by it, `ts/bundles/code-cache.ts` finds the code that belongs to the text.
 */
function finish() {
  const texts = bundles.map(({ name, atStart = [] }) => {
    const text = readFileSync(join(output, `${name}.js`), 'latin1');
    return `${compiledAtOnce(requiredOnce(text), atStart)}// ${NO_BUILD}\n`;
  });
  const build = 10n ** 14n + (BigInt(`0x${hashOf(texts.join('')).slice(0, 12)}`) % (9n * 10n ** 14n));
  for (const [index, { name }] of bundles.entries()) {
    const text = texts[index].replaceAll(NO_BUILD, `${build}`);
    const begun = text.replace(/^"use strict";\n/m, `"use strict"; // ${hashOf(text).slice(0, 32)}\n`);
    writeFileSync(join(output, `${name}.js`), begun, 'latin1');
  }
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** Leaves what is in another bundle to that bundle. */
function otherBundles(name) {
  return {
    name: 'other bundles',
    setup({ onResolve }) {
      // It is found from each folder below `dist`, as it is from each below `ts`.
      onResolve({ filter: /\/codec-text\.js$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\.\.?(\/|$)/ }, ({ path, importer }) => {
        const target = relative(sources, join(dirname(importer), path)).replaceAll('\\', '/');
        const module = existsSync(join(sources, `${target}.ts`)) ? target : posix.join(target, 'index');
        const other = bundleOf(module);
        if (withoutEffects.includes(module)) return { path: join(sources, `${module}.ts`), sideEffects: false };
        if (other === undefined || other.name === name) return undefined;
        const file = posix.relative(posix.dirname(name), `${other.name}.js`);
        return { path: file.startsWith('.') ? file : `./${file}`, external: true };
      });
    },
  };
}

function modulesIn({ inputs }) {
  return Object.keys(inputs)
    .map((path) => path.replace(/^ts\//, '').replace(/\.ts$/, ''))
    .sort();
}

function copy(path) {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  cpSync(join(compiled, path), join(output, path));
}

/**
 * Takes away what an earlier build has left, of a module that was renamed or that is in a bundle
 * now.
 */
function removeOthers(wanted) {
  for (const path of filesUnder(output)) {
    const isCode = /\.m?js(\.map)?$/.test(path) && !isOfWebAssembly(path) && !wanted.has(path);
    const isDeclaration = /\.d\.m?ts$/.test(path) && !existsSync(join(sources, path.replace(/\.d\.(m?ts)$/, '.$1')));
    if (isCode || (isDeclaration && !existsSync(join(sources, path)))) rmSync(join(output, path));
  }
}

/** What `scripts/build/web-assembly.mjs` writes. */
function isOfWebAssembly(path) {
  return path.startsWith('browser/') || path === 'querystring/codec-text.js';
}

function filesUnder(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(prefix, entry.name);
    return entry.isDirectory() ? filesUnder(folder, path) : [path];
  });
}
