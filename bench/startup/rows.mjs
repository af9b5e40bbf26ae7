import { join } from 'node:path';
import { root } from '../../scripts/run/project.mjs';

const dist = (...path) => join(root, 'dist', ...path);
const override = dist('override', 'index.js');
const register = dist('register', 'index.js');
// What `--import rt-std/override` finds.
const importedOverride = dist('override', 'index.mjs');
const importedRegister = dist('register', 'index.mjs');
const rt = dist('command', 'rt.js');
const emptyPackage = 'empty-package/sub-path';

/** The programs that are started, and what they are started with, by the path of the file. */
export const programs = {
  'empty.cjs': '',
  'empty.mjs': '',
  // Another than the program: that would be loaded twice from one place.
  'preload.cjs': '',
  'node_modules/empty-package/package.json': '{ "exports": { "./sub-path": "./index.js" } }',
  'node_modules/empty-package/index.js': '',
  'line.cjs': "console.log('a line');\n",
  'line.mjs': "console.log('a line');\n",
  'spawn-sync.cjs': "require('child_process').spawnSync('true');\n",
  'parse.cjs': "require('querystring').parse('a=%20');\n",
  'worker-threads.cjs': "require('worker_threads');\n",
  'nodes-child-process.cjs': "require('node:child_process');\n",
  'test.cjs': "require('node:test').test('a test', () => {});\n",
  'our-child-process.cjs': `require(${JSON.stringify(dist('child_process', 'index.js'))});\n`,
  'nodes-querystring.cjs': "require('node:querystring');\n",
  'our-querystring.cjs': `require(${JSON.stringify(dist('querystring', 'index.js'))});\n`,
  'child.cjs': '',
  'fork.cjs': `
    const start = process.hrtime.bigint();
    require('node:child_process').fork(require('node:path').join(__dirname, 'child.cjs')).on('exit', () => {
      console.log(Number(process.hrtime.bigint() - start) / 1e6);
    });
  `,
};

/**
 * What is measured: a way to start a program, and how it is started without us.
 *
 * @typedef {object} Row
 * @property {string} title
 * @property {string[]} plain arguments of Node
 * @property {string[]} ours
 * @property {string} [options] `NODE_OPTIONS` of ours
 * @property {boolean} [printsTime] whether the program measures, and prints milliseconds, which
 *   count instead of the time that it takes itself
 * @property {number | ((major: number) => number)} [wanted] the largest ratio that we want, of the
 *   time and of the processor time
 * @property {number} [wantedMemory] how many MB more we want at most
 */

/** @type {Row[]} */
export const rows = [
  {
    title: '`--require` of an empty file, for comparison',
    plain: ['empty.cjs'],
    ours: ['--require', './preload.cjs', 'empty.cjs'],
  },
  {
    title: '`--require` of the override, empty',
    plain: ['empty.cjs'],
    ours: ['--require', override, 'empty.cjs'],
    wanted: 1.05,
    wantedMemory: 2.5,
  },
  {
    title: '`--require` of an empty file of a package, by its name, for comparison',
    plain: ['empty.cjs'],
    ours: ['--require', emptyPackage, 'empty.cjs'],
  },
  {
    title: '`--require rt-std/override`, by its name, empty',
    plain: ['empty.cjs'],
    ours: ['--require', 'rt-std/override', 'empty.cjs'],
  },
  {
    title: '`NODE_OPTIONS="--import rt-std/override"`, empty',
    plain: ['empty.cjs'],
    ours: ['empty.cjs'],
    options: '--import rt-std/override',
  },
  {
    title: '`--require` of the override, a line',
    plain: ['line.cjs'],
    ours: ['--require', override, 'line.cjs'],
    wanted: 1.05,
    wantedMemory: 2.5,
  },
  {
    title: '`--import` of an empty file, for comparison',
    plain: ['empty.cjs'],
    ours: ['--import', './preload.cjs', 'empty.cjs'],
  },
  {
    title: '`--import` of the override, empty',
    plain: ['empty.cjs'],
    ours: ['--import', importedOverride, 'empty.cjs'],
    wanted: 1.05,
    wantedMemory: 2.5,
  },
  {
    title: '`--import` of the override, ES module',
    plain: ['empty.mjs'],
    ours: ['--import', importedOverride, 'empty.mjs'],
    wanted: 1.05,
    wantedMemory: 2.5,
  },
  {
    title: '`NODE_OPTIONS=--require` of the override',
    plain: ['empty.cjs'],
    ours: ['empty.cjs'],
    options: `--require ${JSON.stringify(override)}`,
    wanted: 1.05,
    wantedMemory: 2.5,
  },
  { title: '`rt app.mjs`', plain: ['line.mjs'], ours: [rt, 'line.mjs'], wanted: 1.1 },
  { title: '`rt --override app.js`', plain: ['line.cjs'], ours: [rt, '--override', 'line.cjs'], wanted: 1.1 },
  {
    title: '`--require` of register',
    plain: ['empty.cjs'],
    ours: ['--require', register, 'empty.cjs'],
    wanted: registerWanted,
  },
  {
    title: '`--import` of register',
    plain: ['empty.cjs'],
    ours: ['--import', importedRegister, 'empty.cjs'],
    wanted: registerWanted,
  },
  {
    title: '`--require` of register, ES module',
    plain: ['empty.mjs'],
    ours: ['--require', register, 'empty.mjs'],
    wanted: registerWanted,
  },
  {
    title: '`--require` of the override, source maps on',
    plain: ['--enable-source-maps', 'empty.cjs'],
    ours: ['--enable-source-maps', '--require', override, 'empty.cjs'],
    wanted: 1.05,
  },
  {
    title: "`require('worker_threads')` under the override",
    plain: ['worker-threads.cjs'],
    ours: ['--require', override, 'worker-threads.cjs'],
    wanted: 1.05,
  },
  {
    title: '`querystring.parse()` under the override',
    plain: ['parse.cjs'],
    ours: ['--require', override, 'parse.cjs'],
    wanted: 1.05,
  },
  {
    title: "`require('child_process')` under the override",
    plain: ['nodes-child-process.cjs'],
    ours: ['--require', override, 'nodes-child-process.cjs'],
    wanted: 1.05,
  },
  {
    title: 'a file of one test, by `node:test`, under the override',
    plain: ['test.cjs'],
    ours: ['--require', override, 'test.cjs'],
    wanted: 1.05,
  },
  {
    title: "`spawnSync('true')` under the override",
    plain: ['spawn-sync.cjs'],
    ours: ['--require', override, 'spawn-sync.cjs'],
    wanted: 1.05,
    wantedMemory: 5,
  },
  {
    title: "`fork` of an empty child to `'exit'`, the override at both ends",
    plain: ['fork.cjs'],
    ours: ['--require', override, 'fork.cjs'],
    printsTime: true,
    wanted: 1.05,
  },
  { title: "`require('rt-std/child_process')`", plain: ['nodes-child-process.cjs'], ours: ['our-child-process.cjs'] },
  { title: "`require('rt-std/querystring')`", plain: ['nodes-querystring.cjs'], ours: ['our-querystring.cjs'] },
];

/** Node 20 runs hooks for `import` on a thread of their own. */
function registerWanted(major) {
  return major < 22 ? 1.15 : 1.05;
}
