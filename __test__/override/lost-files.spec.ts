import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { copyPackage, PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or there are no programs such as true');

/**
 * Runs a program plain, and with a copy of the package that it moves away, as a process that gives
 * up its rights loses it.
 *
 * @returns what both print on standard output, and how often the latter warns
 */
function lose(t: ExecutionContext, program: string): { plain: string; ours: string; warnings: number } {
  const folder = new ProgramFolder({
    'program.cjs': `
      const lose = () => process.argv[2] && require('fs').renameSync(process.argv[2], process.argv[2] + '.away');
      let warnings = 0;
      process.on('warning', ({ name }) => (warnings += /^(Override|Preload)Warning$/.test(name)));
      process.on('exit', () => console.error(warnings));
      const childProcess = require('child_process');
      ${program}
    `,
    'child.cjs': "process.on('message', (message) => process.send([message], () => process.disconnect()));",
  });
  t.teardown(() => folder.remove());
  const plain = folder.node(['--no-warnings', 'program.cjs']);
  t.deepEqual([plain.status, plain.stderr], [0, '0\n']);
  const copy = join(folder.path, 'copy');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  const preload = join(copy, 'dist', 'override', 'index.js');
  const ours = folder.node(['--no-warnings', '--require', preload, 'program.cjs', copy]);
  t.is(ours.status, 0, ours.stderr);
  return { plain: plain.stdout, ours: ours.stdout, warnings: Number(ours.stderr) };
}

const WORKER = `
  lose();
  const { Worker } = require('worker_threads');
  const text = "require('worker_threads').parentPort.postMessage([process.execArgv, require('child_process').spawnSync('true').status])";
  new Worker(text, { eval: true }).on('message', (message) => console.log(message));
  const options = Object.create({ eval: true }, { execArgv: { get: () => ['--no-deprecation'] } });
  new Worker(text, Object.freeze(options)).on('message', (message) => console.log(message));
`;

testHere('a worker that cannot load the preload any more is one of Node’s', (t) => {
  for (const before of ['', "childProcess.execSync('true');"]) {
    const { plain, ours, warnings } = lose(t, before + WORKER);
    t.deepEqual([ours.split('\n').sort(), warnings], [plain.split('\n').sort(), 2], before);
  }
});

const CHANNEL = `
  lose();
  const start = () => CALL;
  const child = start();
  child.on('message', (message) => console.log(message));
  child.on('exit', (...outcome) => console.log(...outcome));
  child.send('text');
`;

for (const [name, call] of Object.entries({
  fork: "childProcess.fork('./child.cjs', { execArgv: [] })",
  spawn: "childProcess.spawn(process.execPath, ['child.cjs'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })",
})) {
  testHere(`a channel whose modules cannot be loaded any more is left to Node’s ${name}`, (t) => {
    for (const before of ['', "childProcess.execSync('true');"]) {
      const { plain, ours, warnings } = lose(t, before + CHANNEL.replace('CALL', call));
      // Our fork has left the preload out before it finds that there is no channel.
      t.deepEqual([ours, warnings], [plain, name === 'fork' && before !== '' ? 2 : 1], before);
    }
  });
}

testHere('a forked child that cannot load the preload any more is one of Node’s', (t) => {
  const { plain, ours, warnings } = lose(
    t,
    `
      const run = (behind) => {
        const child = childProcess.fork('./child.cjs', { execArgv: [], env: { PATH: process.env.PATH } });
        child.on('message', (message) => console.log(message));
        child.on('exit', (...outcome) => { console.log(...outcome); behind(); });
        child.send('text');
      };
      run(() => { lose(); run(() => {}); });
    `,
  );
  t.deepEqual([ours, warnings], [plain, 1]);
});

testHere('a package in a folder that is named as an archive reaches forked children', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const { fork } = require('node:child_process');
      const isOurs = process.execArgv.length === 0 || require(process.argv[2]).isOverridden();
      console.log(isOurs);
      if (process.argv[3] !== 'child') {
        fork(__filename, [process.argv[2], 'child'], { execArgv: ['--no-deprecation'], env: { PATH: process.env.PATH } });
      }
    `,
  });
  t.teardown(() => folder.remove());
  const copy = join(folder.path, 'release.zip', 'copy');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  const preload = join(copy, 'dist', 'override', 'index.js');
  const { stdout, stderr } = folder.node(['--require', preload, 'program.cjs', preload]);
  t.deepEqual([stdout, stderr], ['true\ntrue\n', '']);
});
