import { tmpdir } from 'node:os';
import type { ExecutionContext } from 'ava';
import { PERMISSION } from '../support/permission';
import { testButOnWindows } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/** What a program prints with Node's module, and with ours where Node's starts the processes. */
function both(program: string, options: readonly string[] = []): { readonly node: string; readonly ours: string } {
  const outputOf = (module: string) => {
    const folder = new ProgramFolder({ 'program.cjs': program });
    try {
      const { stdout, stderr } = folder.node([...options, 'program.cjs', module], { RT_STD_BACKEND: 'node' });
      return stdout + stderr;
    } finally {
      folder.remove();
    }
  };
  return { node: outputOf('node:child_process'), ours: outputOf('rt-std/child_process') };
}

const PERMISSIONS = [
  PERMISSION,
  `--allow-fs-read=${tmpdir()}/*`,
  `--allow-fs-read=${PACKAGE}/*`,
  '--allow-child-process',
  '--no-warnings',
  ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
];

const SAME: Record<string, readonly [program: string, part: string, options?: readonly string[]]> = {
  'variables whose names begin with those of a channel': [
    `
    const { spawn } = require(process.argv[2]);
    const env = { PATH: process.env.PATH, NODE_CHANNEL_FDS: 'kept', NODE_CHANNEL_SERIALIZATION_MODE_DEFAULT: 'kept' };
    const child = spawn('env', [], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let text = '';
    child.stdout.on('data', (data) => { text += data; });
    child.stdout.on('end', () => console.log(text.split('\\n').filter((line) => /=kept$/.test(line)).sort()));
    child.disconnect();
    `,
    'NODE_CHANNEL_FDS=kept',
  ],
  'variables whose names begin with an equals sign': [
    `
    const env = { PATH: process.env.PATH, '=A': 'b', '': 'x' };
    const { stdout } = require(process.argv[2]).spawnSync('env', { env, encoding: 'utf8' });
    console.log(stdout.split('\\n').filter((line) => line.startsWith('=')).sort());
    `,
    '=A=b',
  ],
  'errors of a missing program in a directory that may not be looked at': [
    `
    const { spawn, spawnSync } = require(process.argv[2]);
    const show = ({ message, code, path, cwd }) => console.log(message, code, path, cwd);
    show(spawnSync('nonexistent', [], { cwd: '/var' }).error);
    spawn('nonexistent', [], { cwd: '/var' }).on('error', show);
    `,
    'spawnSync nonexistent ENOENT',
    PERMISSIONS,
  ],
  'positions from 3 on that are ignored where the null device may not be opened': [
    `
    const { spawn, spawnSync } = require(process.argv[2]);
    const stdio = ['ignore', 'ignore', 'ignore', 'ignore'];
    console.log(spawnSync('true', [], { stdio }).status);
    spawn('true', [], { stdio }).on('exit', (...values) => console.log(values));
    `,
    '[ 0, null ]',
    PERMISSIONS,
  ],
  'the signal of a limit': [
    `
    const { ChildProcess, exec, execFile } = require(process.argv[2]);
    const { kill } = ChildProcess.prototype;
    ChildProcess.prototype.kill = function (signal) { console.log(signal); return kill.call(this, signal); };
    execFile('sleep', ['9'], { timeout: 30 }, ({ signal }) => {
      console.log(signal);
      exec('echo much', { maxBuffer: 1 }, ({ code }) => console.log(code));
    });
    `,
    'SIGTERM',
  ],
  'what a method that a tool has put in the place of Node’s is given': [
    `
    process.env.GIVEN = 'value';
    const { prototype } = require('node:child_process').ChildProcess;
    const { spawn: start } = prototype;
    prototype.spawn = function (options) {
      const { detached, envPairs, file, args, stdio } = options;
      const given = envPairs.filter((pair) => /^(GIVEN|NODE_CHANNEL_FD)=/.test(pair));
      console.log({ detached, given, file, args, stdio });
      return start.call(this, options);
    };
    const { spawn } = require(process.argv[2]);
    spawn('true', ['given'], { stdio: ['ignore', 1, 'inherit', 'pipe'] });
    spawn('true', [], { stdio: ['inherit', 'pipe', 'pipe', 'ipc'], detached: true });
    spawn('true', [], { stdio: ['pipe', 'pipe', 2], env: { PATH: process.env.PATH, GIVEN: 'another' } });
    `,
    "stdio: [ 'ignore', 1, 'inherit', 'pipe' ]",
  ],
  'a full table of descriptors': [
    `
    const { spawn, spawnSync } = require(process.argv[2]);
    const { openSync, closeSync } = require('node:fs');
    const show = ({ message, code, syscall, path, spawnargs }) => console.log(message, code, syscall, path, spawnargs);
    spawnSync('true', ['first']);
    console.log('before');
    const stdio = ['ignore', 'ignore', 'pipe', 'ignore'];
    const opened = [];
    try { for (;;) opened.push(openSync('/dev/null')); } catch {}
    const { error, status, pid, output } = spawnSync('true', ['given'], { stdio });
    const child = spawn('true', ['given'], { stdio });
    child.on('error', show);
    opened.forEach(closeSync);
    show(error);
    console.log(status, pid, output, child.pid);
    `,
    'spawnSync true EMFILE',
  ],
  'the environment of a child that is started by its method, in a worker': [
    `
    const { Worker } = require('node:worker_threads');
    process.env.GIVEN = 'by the process';
    new Worker(\`
      const { ChildProcess } = require(process.argv[2]);
      process.env.GIVEN = 'by the worker';
      const child = new ChildProcess();
      child.spawn({ file: 'env', args: ['env'], stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      child.stdout.on('data', (data) => { text += data; });
      child.on('close', () => console.log(text.split('\\\\n').filter((line) => line.startsWith('GIVEN='))));
    \`, { eval: true, argv: [process.argv[2]] });
    `,
    'GIVEN=by the process',
  ],
  'the async context of an exit, where the child was made in another': [
    `
    const { ChildProcess } = require(process.argv[2]);
    const { AsyncLocalStorage } = require('node:async_hooks');
    const storage = new AsyncLocalStorage();
    const child = storage.run('made', () => new ChildProcess());
    child.on('exit', () => console.log(storage.getStore()));
    storage.run('started', () => child.spawn({ file: 'true', args: ['true'] }));
    `,
    'made',
  ],
};

for (const [name, [program, part, options]] of Object.entries(SAME)) {
  testOnNode(`with Node's module as what starts processes, as with it alone: ${name}`, (t) => {
    const { node, ours } = both(program, options);
    t.true(node.includes(part), node);
    t.is(ours, node);
  });
}

testButOnWindows(
  'options that Node itself ends the process for',
  'Windows has no user identifiers',
  (t: ExecutionContext) => {
    const program = `
    const { spawnSync } = require('rt-std/child_process');
    console.log(spawnSync('true', [], { uid: process.getuid() === 0 ? -0 : process.getuid() }).status);
    console.log(String(spawnSync('echo', ['text'], { stdio: ['overlapped', 'overlapped', 'inherit'] }).stdout));
  `;
    t.is(both(program).ours, '0\ntext\n\n');
  },
);

testButOnWindows(
  'entries that Node on Windows ends the process for in a synchronous function',
  'a Node for Windows has the same by its own platform',
  (t: ExecutionContext) => {
    const program = `
    Object.defineProperty(process, 'platform', { value: 'win32' });
    const { execFileSync, spawnSync } = require('rt-std/child_process');
    const echo = [process.execPath, ['-e', 'process.stdin.pipe(process.stdout)']];
    const stdio = ['overlapped', 'overlapped', 'inherit'];
    console.log(String(spawnSync(...echo, { stdio, input: 'text' }).stdout));
    const server = require('node:net').createServer((socket) => {
      for (const start of [spawnSync, execFileSync]) {
        for (const position of [0, 1, 3]) {
          const stdio = ['ignore', 'ignore', 'ignore', 'ignore'];
          stdio[position] = socket;
          try { start(...echo, { stdio }); } catch ({ name, code, message }) { console.log(name, code, message); }
        }
      }
      socket.destroy();
      server.close();
    });
    server.listen(0, () => require('node:net').connect(server.address().port).resume());
  `;
    const refused = (position: number): string =>
      `TypeError ERR_FEATURE_UNAVAILABLE_ON_PLATFORM A synchronous function cannot share a stream of this process on win32: options.stdio[${position}]`;
    t.is(both(program).ours, ['text', ...[0, 1, 3, 0, 1, 3].map(refused), ''].join('\n'));
  },
);

testOnNode('under the override, our module is what loads Node’s', (t) => {
  const program = "console.log(String(require('rt-std/child_process').execSync('echo ran')).trim())";
  const folder = new ProgramFolder({ 'program.cjs': program });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.cjs'], { RT_STD_BACKEND: 'node' });
  t.deepEqual([stdout, stderr], ['ran\n', '']);
});

const testWithBuiltins = testWhere('getBuiltinModule' in process, 'this Node has no process.getBuiltinModule()');

testWithBuiltins("what is put in the place of Node's module does not start our processes", (t) => {
  const program = `
    const modules = require('node:module');
    const { _load } = modules;
    modules._load = function (name, ...rest) {
      return /^(node:)?child_process$/.test(name) ? { spawnSync() {}, ChildProcess: class {} } : _load.call(this, name, ...rest);
    };
    console.log(require('rt-std/child_process').spawnSync('true').status);
  `;
  t.is(both(program).ours, '0\n');
});
