import { IS_WINDOWS, testButOnWindows } from '../support/portable';
import { ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or has no shell of POSIX');

/**
 * Calls each function with one object of options that Node's module does not know, of kinds and
 * values that other programs use. `umask` is that of npm, which gives all of its settings to git.
 */
const PROGRAM = `
  const { once } = require('node:events');
  const { promisify } = require('node:util');
  const childProcess = require('node:child_process');
  const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;
  const options = {
    umask: 0, terminal: true, limits: 'none', priority: 'high', groups: {}, contain: 'all', processGroup: -1,
    deathSignal: 'none', closeGrace: 0.5, forceKillAfterDelay: 0.5, noNewPrivileges: 'yes', cpuAffinity: 'all',
    encoding: 'utf8', timeout: 20_000, killSignal: 'SIGTERM',
  };
  const stubborn = 'trap "" TERM; sleep .3; echo $(umask)';
  const show = async () => {
    const child = spawn('sh', ['-c', 'umask'], options);
    console.log(String((await once(child.stdout, 'data'))[0]), (await once(child, 'close'))[0]);
    console.log((await promisify(exec)('umask', options)).stdout);
    console.log((await promisify(execFile)('sh', ['-c', 'umask'], options)).stdout);
    console.log(await once(fork('child.cjs', options), 'message'));
    console.log(spawnSync('sh', ['-c', 'umask'], options).stdout, execSync('umask', options));
    console.log(execFileSync('sh', ['-c', 'umask'], options));
    // Nothing follows the signal, as with Node's functions.
    const asExeca = { ...options, forceKillAfterDelay: 20, timeout: 100 };
    const { status, error } = spawnSync('sh', ['-c', stubborn], asExeca);
    console.log(status, error.code);
    const slow = spawn('sh', ['-c', stubborn], asExeca);
    console.log(await once(slow, 'exit'));
  };
  show();
`;

const CHILD = `
  process.send(process.umask());
  process.disconnect();
`;

testHere('under the override, options that Node does not know are not read, by any function', (t) => {
  const folder = new ProgramFolder({ 'program.cjs': PROGRAM, 'child.cjs': CHILD });
  t.teardown(() => folder.remove());
  for (const backend of [undefined, 'node']) {
    const run = (...args: string[]): string => {
      const { stdout, stderr } = folder.node(['--no-warnings', ...args, 'program.cjs'], { RT_STD_BACKEND: backend });
      return stdout + stderr;
    };
    const expected = run();
    t.regex(expected, /\[ 0, null \]\n$/);
    t.is(run('--require', 'rt-std/override'), expected, backend);
  }
});

const title = 'under the override, rt-std/child_process reads them, whatever Node’s functions do';
testButOnWindows(title, 'there is no umask', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const nodes = require('node:child_process');
      const { exec, execFileSync, spawnSync } = require('rt-std/child_process');
      nodes.execFile = () => console.log('not called');
      const options = { umask: 0o27, encoding: 'utf8' };
      console.log(nodes.execSync('umask', options) === nodes.execSync('umask', { encoding: 'utf8' }));
      console.log(spawnSync('sh', ['-c', 'umask'], options).stdout, execFileSync('sh', ['-c', 'umask'], options));
      exec('umask', options, (error, stdout) => console.log(error, stdout));
    `,
  });
  t.teardown(() => folder.remove());
  // Node's module could do nothing with them.
  const environment = { RT_STD_BACKEND: undefined };
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.cjs'], environment);
  t.deepEqual(stdout.split(/\s+/), ['true', '0027', '0027', 'null', '0027', '']);
  t.is(stderr, '');
});

testHere('`execArgv` may hold anything that it may hold with Node', (t) => {
  const folder = new ProgramFolder({
    'parent.js': `
      const { fork } = require('child_process');
      for (const word of [undefined, null, 5, ['--no-warnings'], '']) {
        const child = fork('child.js', { execArgv: [word], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        child.on('exit', (...outcome) => console.log(child.spawnargs.slice(1), ...outcome));
      }
    `,
    'child.js': 'process.disconnect();',
  });
  t.teardown(() => folder.remove());
  const run = (...preload: string[]): string[] => {
    const { stdout, stderr } = folder.node([...preload, 'parent.js']);
    return [...stdout.split('\n').sort(), stderr];
  };
  t.deepEqual(run('--require', 'rt-std/override'), run());
});
