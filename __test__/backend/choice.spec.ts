import test, { type ExecutionContext } from 'ava';
import { IS_WINDOWS, testButOnWindows } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';

const PRETENDS = 'a Node for Windows cannot pretend to be on another platform';

const ON_WINDOWS = 'on win32 x64 the addon starts processes only where RT_STD_BACKEND=native asks for that';

/** A process that says it is on another platform, to what is loaded behind this. */
const pretend = (platform: string, arch: string): string => `
  Object.defineProperty(process, 'platform', { value: '${platform}' });
  Object.defineProperty(process, 'arch', { value: '${arch}' });
`;

const SHOW = "const { backend } = require('rt-std/backend'); console.log(backend.child_process, backend.reason);";

/** Uses functions of all kinds, and looks at which addons are loaded for them. */
const USE = `
  const { backend } = require('rt-std/backend');
  const childProcess = require('rt-std/child_process');
  const copying = "process.stdin.pipe(process.stdout); process.exitCode = 3";
  const child = childProcess.spawn(process.execPath, ['-e', copying]);
  child.stdin.end('text');
  let text = '';
  child.stdout.on('data', (data) => { text += data; });
  child.on('close', (code) => {
    const sync = childProcess.spawnSync('echo', ['sync'], { encoding: 'utf8' }).stdout.trim();
    const hasAddon = process.report.getReport().sharedObjects.some((path) => path.endsWith('.node'));
    console.log(backend.child_process, text, code, sync, hasAddon);
  });
`;

function run(t: ExecutionContext, program: string, backend?: string, args: readonly string[] = []) {
  const folder = new ProgramFolder({ 'program.cjs': program });
  t.teardown(() => folder.remove());
  return folder.node([...args, 'program.cjs'], { RT_STD_BACKEND: backend });
}

test('RT_STD_BACKEND chooses, and anything else in it is an error at the first call', (t) => {
  t.is(run(t, SHOW, 'node').stdout.split('.')[0], "node child_process: RT_STD_BACKEND is 'node'");
  t.is(run(t, SHOW, 'native').stdout.split('.')[0], "native child_process: RT_STD_BACKEND is 'native'");
  const byItself = IS_WINDOWS
    ? `node child_process: ${ON_WINDOWS}`
    : 'native child_process: the native addon is loaded';
  t.is(run(t, SHOW, '').stdout.split('.')[0], byItself);
  const thrown = `
    const childProcess = require('rt-std/child_process');
    for (const start of ['spawn', 'spawnSync', 'execSync']) {
      try { childProcess[start]('true'); } catch ({ code, message }) { console.log(start, code, message); }
    }
    ${SHOW}`;
  const text = "The environment variable RT_STD_BACKEND must be 'native' or 'node'. Received 'nodejs'";
  const lines = ['spawn', 'spawnSync', 'execSync'].map((start) => `${start} ERR_INVALID_ARG_VALUE ${text}`);
  const { stdout, stderr } = run(t, thrown, 'nodejs');
  t.deepEqual(stdout.split('\n').slice(0, 3), lines);
  t.true(stdout.split('\n')[3]?.startsWith(`null child_process: ${text}. querystring: `));
  t.is(stderr, '');
});

for (const [platform, arch] of [
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'ppc64'],
  ['freebsd', 'x64'],
]) {
  testButOnWindows(`on ${platform} ${arch}, Node's module starts processes without a word`, PRETENDS, (t) => {
    const { stdout, stderr, status } = run(t, pretend(platform as string, arch as string) + USE);
    t.deepEqual([stdout, stderr, status], ['node text 3 sync false\n', '', 0]);
  });
}

test("on Windows, Node's module is chosen without a word", (t) => {
  const { stdout, stderr } = run(t, pretend('win32', 'x64') + SHOW);
  t.true(stdout.startsWith(`node child_process: ${ON_WINDOWS}. querystring: `), stdout);
  t.is(stderr, '');
});

testButOnWindows('of other platforms the reason says that there are no native processes', PRETENDS, (t) => {
  for (const [platform, arch] of [
    ['darwin', 'arm64'],
    ['win32', 'arm64'],
  ] as const) {
    const start = `node child_process: rt-std has no native processes on ${platform} ${arch}. querystring: `;
    t.is(run(t, pretend(platform, arch) + SHOW).stdout.slice(0, start.length), start);
  }
});

testButOnWindows('with RT_STD_BACKEND=native, another platform is an error that names it', PRETENDS, (t) => {
  const program = `${pretend('darwin', 'arm64')}
    try { require('rt-std/child_process').spawn('true'); } catch ({ code, message }) { console.log(code, message); }`;
  t.regex(run(t, program, 'native').stdout, /^ERR_DLOPEN_FAILED .*darwin-arm64/);
});

test('the bundle of Node’s module is loaded only where it is chosen', (t) => {
  const program = `
    require('rt-std/child_process').spawnSync('true');
    console.log(Object.keys(require.cache).some((path) => path.includes('node-backend')));`;
  t.is(run(t, program, 'native').stdout, 'false\n');
  t.is(run(t, program, 'node').stdout, 'true\n');
});

test('under the override, hidden children are made by Node’s own module', (t) => {
  const program = `
    const { isOverridden, originalModules } = require('rt-std/override');
    const childProcess = require('node:child_process');
    const ours = require('rt-std/child_process');
    console.log(isOverridden(), childProcess.ChildProcess === ours.ChildProcess);
    const seen = [];
    const { spawn } = childProcess.ChildProcess.prototype;
    childProcess.ChildProcess.prototype.spawn = function (options) {
      seen.push(options.file);
      return spawn.call(this, options);
    };
    const child = childProcess.fork(process.argv[1], ['child']);
    child.on('message', (message) => child.send(message + 1));
    child.on('close', (code) => {
      console.log(code, seen.length, childProcess.execFileSync('echo', ['sync'], { encoding: 'utf8' }).trim());
    });`;
  const childText = `
    process.send(1);
    process.on('message', (message) => { process.exitCode = message; process.disconnect(); });`;
  const whole = `if (process.argv[2] === 'child') {${childText}} else {${program}}`;
  for (const preload of ['rt-std/override', 'rt-std/register']) {
    const args = ['--require', preload, '--require', 'rt-std/override'];
    const { stdout, stderr } = run(t, whole, 'node', args);
    t.deepEqual([stdout, stderr], ['true true\n2 1 sync\n', ''], preload);
  }
});

test('what Node publishes of children names ours only', (t) => {
  const program = `
    const { subscribe } = require('node:diagnostics_channel');
    const seen = [];
    subscribe('child_process', ({ process }) => seen.push(process));
    for (const name of ['start', 'end', 'error']) {
      subscribe('tracing:child_process.spawn:' + name, ({ process }) => seen.push(process));
    }
    const { spawn } = require('rt-std/child_process');
    const child = spawn('true');
    child.on('close', () => console.log(seen.length > 0, seen.every((one) => one === child)));
    console.log(process._getActiveHandles().includes(child));`;
  const { stdout, stderr } = run(t, program, 'node');
  t.deepEqual([stdout, stderr], ['true\ntrue true\n', '']);
});

test('rt --backend prints both and why', (t) => {
  const folder = new ProgramFolder({});
  t.teardown(() => folder.remove());
  const print = (backend: string) =>
    folder.node([`${PACKAGE}/dist/command/rt.js`, '--backend'], { RT_STD_BACKEND: backend });
  const lines = (output: string) => output.split('\n').slice(0, 2);
  t.deepEqual(lines(print('node').stdout), ['child_process: node', 'querystring: native']);
  t.deepEqual(lines(print('native').stdout), ['child_process: native', 'querystring: native']);
  t.deepEqual(lines(print('no').stdout), ['child_process: none', 'querystring: native']);
});

test('the ES module has the same', (t) => {
  const folder = new ProgramFolder({
    'program.mjs':
      "import { backend } from 'rt-std/backend'; console.log(backend.child_process, Object.keys(backend).join());",
  });
  t.teardown(() => folder.remove());
  const { stdout } = folder.node(['program.mjs'], { RT_STD_BACKEND: 'node' });
  t.is(stdout, 'node child_process,querystring,reason\n');
});
