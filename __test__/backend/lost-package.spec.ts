import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { copyPackage, PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/** Whatever these specs are run with. */
const BY_ADDON = { RT_STD_BACKEND: '' };

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or there are no programs such as true');
const NOBODY = { uid: 65534, gid: 65534 };
const canGiveUpRights = IS_NODE && process.getuid?.() === 0 && spawnSync(process.execPath, ['-v'], NOBODY).status === 0;
const testAsRoot = testWhere(canGiveUpRights, 'only root can give up rights, and others may not run this Node');

/** What a program does by the module that it is given, when its package is gone. */
const REST = `
  const seen = [];
  process.on('warning', ({ name, code, message }) => console.error(name, code, message));
  const waitFor = (emitter, name) => new Promise((resolve) => emitter.on(name, (...all) => resolve(all)));
  const run = async () => {
    seen.push(String(childProcess.execFileSync('echo', ['sync'])), childProcess.spawnSync('no-such-program').error.code);
    const { promisify } = require('node:util');
    seen.push(await promisify(childProcess.exec)('echo exec; echo error >&2'));
    seen.push(await new Promise((resolve) => childProcess.execFile('false', (error) => resolve([error.code, error.cmd]))));
    const cat = childProcess.spawn('cat');
    cat.stdin.end('text');
    seen.push(String((await waitFor(cat.stdout, 'data'))[0]));
    seen.push(await waitFor(childProcess.spawn('no-such-program'), 'error'));
    const slow = childProcess.spawn('sleep', ['60'], { timeout: 50 });
    seen.push(await waitFor(slow, 'exit'));
    const child = childProcess.fork(process.argv[1], ['child'], { serialization: 'advanced' });
    child.send(new Map([[1, 2]]));
    seen.push(await waitFor(child, 'message'), await waitFor(child, 'exit'));
  };
`;

const PROGRAM = `
  if (process.argv[2] === 'child') process.on('message', (message) => process.send([message], () => process.disconnect()));
  else {
    const childProcess = require(process.argv[2]);
    LOSE
    ${REST}
    run().then(() => console.log(JSON.stringify(seen)));
  }
`;

function install(program: string): ProgramFolder {
  const folder = new ProgramFolder({ 'program.cjs': program });
  const copy = join(folder.path, 'copy', 'rt-std');
  copyPackage(copy);
  symlinkSync(join(PACKAGE, 'npm'), join(copy, 'npm'));
  return folder;
}

testHere('where the package is gone before the first child, Node’s own functions start all, with a warning', (t) => {
  const folder = install(PROGRAM.replace('LOSE', "if (process.argv[3]) require('fs').renameSync('copy', 'gone');"));
  t.teardown(() => folder.remove());
  const plain = folder.node(['--no-warnings', 'program.cjs', 'node:child_process']);
  const ours = folder.node(['--no-warnings', 'program.cjs', './copy/rt-std/dist/child_process', 'lose'], BY_ADDON);
  t.deepEqual([ours.stdout, plain.stderr], [plain.stdout, ''], ours.stderr);
  t.is(ours.stderr.match(/^BackendWarning RT_STD_BACKEND /gm)?.length, 2, ours.stderr);
  t.regex(ours.stderr, /left to Node's own functions: Cannot find module/);
});

testHere('an option that Node does not have is refused then, before anything is started', (t) => {
  const folder = install(`
    const { existsSync, renameSync } = require('node:fs');
    const childProcess = require('./copy/rt-std/dist/child_process');
    renameSync('copy', 'gone');
    for (const options of [{ umask: 0o077 }, { forceKillAfterDelay: 10 }, { deathSignal: 'SIGTERM' }]) {
      for (const name of ['spawn', 'spawnSync', 'execFile']) {
        try {
          childProcess[name]('touch', ['started'], options);
        } catch ({ code, message }) {
          console.log(code);
        }
      }
    }
    setTimeout(() => console.log(existsSync('started')), 200);
  `);
  t.teardown(() => folder.remove());
  const { stdout } = folder.node(['--no-warnings', 'program.cjs']);
  t.is(stdout, `${'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM\n'.repeat(9)}false\n`);
});

/** What both modules print in a program that gives up its rights to read the package. */
function runWithoutRights(t: ExecutionContext, before: string): { stdout: string; stderr: string } {
  const giveUp = 'process.setgroups([]); process.setgid(65534); process.setuid(65534);';
  const folder = install(PROGRAM.replace('LOSE', before + giveUp));
  t.teardown(() => folder.remove());
  chmodSync(folder.path, 0o755);
  chmodSync(join(folder.path, 'copy'), 0o700);
  const plain = folder.node(['--no-warnings', 'program.cjs', 'node:child_process']);
  const ours = folder.node(['--no-warnings', 'program.cjs', './copy/rt-std/dist/child_process'], BY_ADDON);
  t.deepEqual([ours.stdout, plain.stderr], [plain.stdout, ''], ours.stderr);
  return ours;
}

testAsRoot('where the process has given up the rights to read the package, the warning says so', (t) => {
  const { stderr } = runWithoutRights(t, '');
  t.regex(stderr, /BackendWarning RT_STD_BACKEND .* cannot be read by this process: EACCES: permission denied/);
  t.notRegex(stderr, /not installed/);
});

testAsRoot('and a channel is left to Node where the rights were given up after the first child', (t) => {
  const { stderr } = runWithoutRights(t, "childProcess.execSync('true');");
  t.regex(stderr, /^BackendWarning RT_STD_BACKEND .* left to Node's own functions: EACCES.*\n$/);
});
