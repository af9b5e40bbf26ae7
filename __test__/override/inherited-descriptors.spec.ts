import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/**
 * A native library that opens a descriptor without the close-on-exec flag as soon as it is loaded;
 * that it is no addon for Node does not matter.
 */
const LIBRARY = `
  #include <fcntl.h>
  __attribute__((constructor)) static void opened(void) { open("/dev/full", O_RDONLY); }
`;

/**
 * Loads the library as Node loads an addon, and then starts a child that prints which files it has
 * above descriptor 2.
 */
const PROGRAM = `
  const load = () => { try { process.dlopen({ exports: {} }, require('node:path').resolve('library.so')); } catch {} };
  BEFORE
  const fs = require('node:fs');
  const isOpen = (path) => fs.readdirSync('/proc/self/fd').some((fd) => {
    try { return fs.readlinkSync('/proc/self/fd/' + fd) === path; } catch { return false; }
  });
  AFTER
  const script = 'for fd in /proc/self/fd/*; do readlink $fd; done | sort -u | grep -e /dev/full -e given';
  const children = [
    spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout,
    spawnSync('sh', ['-c', script], { encoding: 'utf8', stdio: 'pipe', env: process.env }).stdout,
  ];
  console.log(JSON.stringify([isOpen('/dev/full'), children]));
`;

const FILES = {
  'given.txt': '',
  'library.c': LIBRARY,
  'override.cjs': PROGRAM.replace('BEFORE', 'load();').replace(
    'AFTER',
    "const { spawnSync } = require('child_process');",
  ),
  'plain.cjs': PROGRAM.replace('BEFORE', "const { spawnSync } = require('rt-std/child_process');").replace(
    'AFTER',
    'load();',
  ),
  'querystring.cjs': PROGRAM.replace('BEFORE', "require('querystring').parse('a'.repeat(300_000)); load();").replace(
    'AFTER',
    "const { spawnSync } = require('child_process');",
  ),
  'worker.cjs': `
    const { Worker, isMainThread } = require('node:worker_threads');
    if (isMainThread) new Worker(__filename).on('exit', run);
    else { try { process.dlopen({ exports: {} }, require('node:path').resolve('library.so')); } catch {} }
    function run() { ${PROGRAM.replace('BEFORE', '').replace('AFTER', "const { spawnSync } = require('child_process');")} }
  `,
};

const folder = new ProgramFolder(FILES);
const compiled = theirs.spawnSync('cc', ['-shared', '-fPIC', '-o', 'library.so', 'library.c'], { cwd: folder.path });
const canRun = IS_NODE && process.platform === 'linux' && compiled.status === 0;
test.after.always(() => folder.remove());

for (const [program, preload] of [
  ['override.cjs', ['--require', join(PACKAGE, 'dist', 'override', 'index.js')]],
  ['querystring.cjs', ['--require', join(PACKAGE, 'dist', 'override', 'index.js')]],
  ['worker.cjs', ['--require', join(PACKAGE, 'dist', 'override', 'index.js')]],
  ['plain.cjs', []],
] as const) {
  const title = `a child gets what this process was given by its starter, and not what an addon has opened: ${program}`;
  testWhere(canRun, 'it needs Node on Linux, and cc')(title, (t) => {
    const file = openSync(join(folder.path, 'given.txt'), 'r');
    // Node sets the close-on-exec flag of numbers up to 15.
    const stdio = ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(17).fill('ignore'), file] as const;
    const { stdout, stderr } = theirs.spawnSync(process.execPath, [...preload, program], {
      cwd: folder.path,
      encoding: 'utf8',
      stdio: [...stdio],
    });
    closeSync(file);
    t.is(stderr, '');
    const given = `${join(folder.path, 'given.txt')}\n`;
    t.deepEqual(JSON.parse(stdout), [true, [given, given]]);
  });
}
