import { join } from 'node:path';
import test from 'ava';
import { PERMISSION } from '../../support/permission';
import { PACKAGE, ProgramFolder } from '../../support/program';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

/** More than the numbers that a child gets of a large table. */
const OPEN = 1500;

/** The descriptors that refer to a path only, and what descriptors are. */
const LISTS = `
  const fs = require('node:fs');
  const list = () => fs.readdirSync('/proc/self/fd').map(Number).sort((a, b) => a - b);
  const what = (fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return 'closed'; } };
  const isPathOnly = (fd) => {
    try { return /flags:\\s*012/.test(fs.readFileSync('/proc/self/fdinfo/' + fd, 'utf8')); } catch { return false; }
  };
  const reserved = () => list().filter((fd) => what(fd) === '/dev/null' && isPathOnly(fd));
  const print = (value) => console.log(JSON.stringify(value));
`;

/** What is reserved by now, and not by a first spawn. */
const COUNTED = `${LISTS} print(reserved().length);`;

const FILES = {
  'held.cjs': `
    const { spawnSync, exec } = require('child_process-or-ours');
    ${LISTS}
    const numbers = reserved();
    const files = Array.from({ length: ${OPEN} }, () => fs.openSync(__filename, 'r'));
    const run = () => spawnSync('sh', ['-c', 'cat; ls -l /proc/self/fd | grep -c held'], { input: 'text ', encoding: 'utf8' }).stdout;
    const state = () => list().map((fd) => fd + what(fd)).join();
    const outputs = [run()];
    const sockets = new Set(numbers.map(what));
    const isHeld = sockets.size === 1 && [...sockets][0].startsWith('socket:');
    // What children need that are waited for stays open from the first one on.
    exec('echo hi', () => {
      const before = state();
      outputs.push(run(), run());
      exec('echo hi', (error, stdout) => {
        print([numbers.length, numbers.every((fd) => fd < 64), isHeld, reserved().length, before === state()]);
        print([...outputs, stdout].map((text) => text.trim()));
      });
    });
  `,
  'taken.cjs': `
    const { spawnSync } = require('rt-std/child_process');
    ${LISTS}
    const numbers = reserved();
    for (const fd of numbers) fs.closeSync(fd);
    const taken = numbers.map(() => fs.openSync(__filename, 'r'));
    const files = Array.from({ length: ${OPEN} }, () => fs.openSync('/dev/null', 'r'));
    const outputs = [1, 2, 3].map((text) => spawnSync('cat', { input: String(text), encoding: 'utf8' }).stdout);
    print([taken.join() === numbers.join(), taken.every((fd) => what(fd) === __filename), outputs]);
  `,
  'twice.cjs': `
    const again = () => {
      for (const file of Object.keys(require.cache)) delete require.cache[file];
      return require('rt-std/child_process');
    };
    const [first, second] = [again(), again()];
    ${LISTS}
    print([first !== second, reserved().length]);
    first.spawnSync('true');
    again().spawnSync('true');
    print(reserved().length);
  `,
  'loaded.cjs': `require('rt-std/child_process'); ${COUNTED}`,
  'imported.mjs': `import 'rt-std/child_process'; import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url); ${COUNTED}`,
  'not-loaded.cjs': COUNTED,
  'worker.cjs': `
    const { Worker, isMainThread } = require('node:worker_threads');
    if (isMainThread) new Worker(__filename);
    else { require('rt-std/child_process'); ${COUNTED} }
  `,
  'no-null-device.cjs': `
    const fs = require('node:fs');
    const { openSync } = fs;
    fs.openSync = (...args) => { if (args[0] === '/dev/null') throw new Error('none'); return openSync(...args); };
    const { spawnSync } = require('rt-std/child_process');
    fs.openSync = openSync;
    console.log(JSON.stringify(spawnSync('echo', ['hi'], { encoding: 'utf8' }).stdout));
  `,
};
const OURS = FILES['held.cjs'].replace('child_process-or-ours', 'rt-std/child_process');
const NODES = FILES['held.cjs'].replace('child_process-or-ours', 'child_process');
const folder = new ProgramFolder({ ...FILES, 'held.cjs': OURS, 'held-overridden.cjs': NODES });
const OVERRIDE = ['--require', join(PACKAGE, 'dist', 'override', 'index.js')];
const runs = testWhere(IS_NODE && process.platform === 'linux', 'it needs Node on Linux');
test.after.always(() => folder.remove());

function linesOf(args: readonly string[], environment?: NodeJS.ProcessEnv): unknown[] {
  const { stdout, stderr } = folder.node(args, environment);
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

for (const [title, args] of [
  ['the module', ['held.cjs']],
  ['the override', [...OVERRIDE, 'held-overridden.cjs']],
] as const)
  runs(`low numbers are held for a program that opens many files before its first child: ${title}`, (t) => {
    const [state, outputs] = linesOf(args);
    t.deepEqual(state, [4, true, true, 0, true]);
    // None of them has one of the files.
    t.deepEqual(outputs, ['text 0', 'text 0', 'text 0', 'hi']);
  });

runs('without the fast path nothing is held, and children are the same', (t) => {
  const [state, outputs] = linesOf(['held.cjs'], { RT_STD_DISABLE: 'low-descriptors' });
  t.deepEqual(state, [0, true, false, 0, true]);
  t.deepEqual(outputs, ['text 0', 'text 0', 'text 0', 'hi']);
});

runs('numbers that a program has closed and used again are left alone', (t) => {
  t.deepEqual(linesOf(['taken.cjs']), [[true, true, ['1', '2', '3']]]);
});

runs('two copies of the module reserve numbers once', (t) => {
  t.deepEqual(linesOf(['twice.cjs']), [[true, 4], 0]);
});

runs('numbers are reserved by the module, and by nothing that does not need them', (t) => {
  t.deepEqual(linesOf(['loaded.cjs']), [4]);
  t.deepEqual(linesOf(['imported.mjs']), [4]);
  t.deepEqual(linesOf(['loaded.cjs'], { RT_STD_BACKEND: 'node' }), [0]);
  t.deepEqual(linesOf([...OVERRIDE, 'not-loaded.cjs']), [0]);
  // Node closes what was opened in a worker when that ends.
  t.deepEqual(linesOf(['worker.cjs']), [0]);
});

runs('nothing is reserved where Node reports what a program asks for', (t) => {
  t.deepEqual(linesOf([PERMISSION, '--allow-fs-read=*', '--no-warnings', 'loaded.cjs']), [0]);
});

runs('a process that cannot reserve any starts children all the same', (t) => {
  t.deepEqual(linesOf(['no-null-device.cjs']), ['hi\n']);
});
