import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';
import { script } from '../support/scripts';

interface Table {
  readonly bundles: readonly { readonly name: string }[];
  bundleOf(module: string): object | undefined;
  isRepeatable(module: string): boolean;
}

/** Which modules of `ts/` are in which bundle. */
const contents = createRequire(__filename)(join(PACKAGE, 'build', 'bundles.json')) as Record<string, string[]>;

const source = (module: string): string => readFileSync(join(PACKAGE, 'ts', `${module}.ts`), 'utf8');
const bundleText = (name: string): string => readFileSync(join(PACKAGE, 'dist', `${name}.js`), 'utf8');

/**
 * These keep what is the same in each copy, the addon or a table; or what each copy waits for by
 * itself.
 */
const ALLOWED = [
  'binding/index',
  'binding/process-addon',
  'binding/process-backend',
  'binding/querystring-default',
  'child_process/arguments/signals',
  'node-builtins/on-load',
  'register/specifiers',
  'system-constants',
];

const table = script<Table>('scripts/build/bundle-table.mjs');

test('a module is in one bundle, unless it is named as one that may be in several', async (t) => {
  const { bundles, isRepeatable } = await table;
  t.deepEqual(
    Object.keys(contents),
    bundles.map(({ name }) => name),
  );
  const places = new Map<string, string[]>();
  for (const [name, modules] of Object.entries(contents)) {
    for (const module of modules) places.set(module, [...(places.get(module) ?? []), name]);
  }
  const repeated = [...places].filter(([, names]) => names.length > 1);
  t.true(repeated.length > 0);
  for (const [module, names] of repeated) t.true(isRepeatable(module), `${module} is in ${names.join(' and ')}`);
});

test('a module that may be in several bundles has no state', async (t) => {
  const { bundleOf, isRepeatable } = await table;
  const modules = new Set(
    Object.values(contents)
      .flat()
      .filter((module) => !bundleOf(module) && isRepeatable(module)),
  );
  for (const module of modules) {
    if (ALLOWED.includes(module)) continue;
    const state = source(module).match(
      /^(export )?(let\b|const \w+.* = new (Map|WeakMap|WeakSet|AsyncResource)\b).*$/m,
    );
    t.is(state?.[0], undefined, module);
  }
});

test('bundles that find files by their own folder are one folder below dist', (t) => {
  for (const name of Object.keys(contents)) {
    if (/__dirname|__filename/.test(bundleText(name))) t.is(name.split('/').length, 2, name);
  }
});

test('V8 keeps the text of a bundle in one byte for each character', (t) => {
  for (const name of Object.keys(contents)) t.deepEqual(bundleText(name).match(/^.*[\u0080-\uffff].*$/m), null, name);
});

test('a bundle is not too long for the code cache', (t) => {
  // `OWN_MEMORY` of `ts/bundles/code-cache.ts`; what stands around a text takes less.
  const LONGEST = 163_840;
  const AROUND = 100;
  for (const name of Object.keys(contents)) t.true(bundleText(name).length + AROUND < LONGEST, name);
});

test('a bundle requires each of the modules of Node that it begins with once', (t) => {
  let count = 0;
  for (const name of Object.keys(contents)) {
    const required = [...bundleText(name).matchAll(/^var .*\brequire\("(node:.*)"\)/gm)].map(([, module]) => module);
    t.deepEqual(required, [...new Set(required)], name);
    count += required.length;
  }
  t.true(count > 0);
});

test('functions and classes have the names that they have in the sources', (t) => {
  const declared = /\b(?:function|class) (\w+)/g;
  for (const [name, modules] of Object.entries(contents)) {
    const names = new Set(modules.flatMap((module) => [...source(module).matchAll(declared)].map(([, own]) => own)));
    const found = [...bundleText(name).matchAll(declared)].map(([, own]) => own as string);
    const renamed = found.filter((own) => !names.has(own) && !own.startsWith('__') && own !== 'extends');
    t.deepEqual(renamed, [], name);
  }
});

test('a stack trace shows the sources', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      try {
        require('rt-std/child_process').spawn('true', { cwd: 1 });
      } catch (error) {
        console.log(error.stack);
      }`,
  });
  try {
    t.regex(folder.node(['program.cjs']).stdout, /at (Object\.)?spawn .*dist.child_process.functions\.js:\d+/);
    const mapped = folder.node(['--enable-source-maps', 'program.cjs']).stdout;
    t.regex(mapped, /at .*ts.child_process.arguments.normalize-spawn\.ts:\d+/);
    t.regex(mapped, /at .*spawn .*ts.child_process.api.spawn\.ts:\d+/);
  } finally {
    folder.remove();
  }
});

test('require of child_process loads no channels, and querystring no child_process', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const { relative, sep } = require('node:path');
      const { realpathSync } = require('node:fs');
      require(process.argv[2]);
      const root = realpathSync(${JSON.stringify(PACKAGE)});
      const paths = Object.keys(require.cache).map((path) => relative(root, path).replaceAll(sep, '/'));
      const files = paths.filter((path) => path.startsWith('dist'));
      console.log(files.sort().join(' '));`,
  });
  const loaded = (entry: string): string => folder.node(['program.cjs', entry]).stdout.trim();
  try {
    // The first one may keep the code.
    loaded('rt-std/child_process');
    t.is(loaded('rt-std/child_process'), 'dist/child_process/functions.js dist/child_process/index.js');
    t.is(loaded('rt-std/querystring'), 'dist/querystring/index.js');
    t.is(loaded('rt-std/querystring/native'), 'dist/querystring/native.js');
    t.is(loaded('rt-std/querystring/wasm'), 'dist/querystring/codec-text.js dist/querystring/wasm.js');
  } finally {
    folder.remove();
  }
});
