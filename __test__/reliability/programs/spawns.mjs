// Starts children in every way, in a random order, and ends them in every way.
import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import { openSync } from 'node:fs';
import { randomNumbers } from '../../soak/messages.mjs';
import { closedWith, failedWith } from './ended.mjs';
import { count, seed } from './report.mjs';
import { makeRounds } from './rounds.mjs';
import { exec, execFile, execFileSync, execSync, spawn, spawnSync } from './tested.mjs';

/** As many as may listen to one signal without a warning. */
const AT_ONCE = 10;
const random = randomNumbers(seed);
/** One signal for most of them, which is never aborted: its listeners have to go. */
const { signal } = new AbortController();
const nullDevice = openSync('/dev/null', 'r+');

const called = (start) =>
  new Promise((resolve) => start((error, stdout, stderr) => resolve({ error, stdout, stderr })));
const sleeping = (options) => spawn('sleep', ['60'], { stdio: 'ignore', ...options });

function aborted(start) {
  const controller = new AbortController();
  const ended = start(controller.signal);
  setTimeout(() => controller.abort(), random() * 3);
  return ended;
}

function killed(child, name, delay) {
  if (delay === undefined) child.kill(name);
  else setTimeout(() => child.kill(name), delay);
  return closedWith(child, name);
}

async function talked(options) {
  const child = spawn('cat', { ...options, signal });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  child.stdin.end('some input');
  await closedWith(child, 0);
  assert.equal(text, 'some input');
}

/** Each takes a child from its start to its end, and checks its results. */
const KINDS = {
  ignored: () => closedWith(spawn('true', { stdio: 'ignore', signal }), 0),
  unread: () => closedWith(spawn('echo', ['output'], { signal }), 0),
  talked: () => talked({}),
  'talked, overlapped': () => talked({ stdio: ['overlapped', 'overlapped', 'pipe'] }),
  'five pipes': () => closedWith(spawn('sh', ['-c', 'exit 3'], { stdio: Array(5).fill('pipe'), signal }), 3),
  inherited: () => closedWith(spawn('true', { stdio: 'inherit', signal }), 0),
  'a number': () => closedWith(spawn('echo', ['x'], { stdio: [nullDevice, nullDevice, 2, nullDevice], signal }), 0),
  'a stream': () => closedWith(spawn('true', { stdio: ['ignore', process.stdout, process.stderr], signal }), 0),
  channel: () => closedWith(spawn('true', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }), 0),
  detached: () => closedWith(spawn('true', { stdio: 'ignore', detached: true }), 0),
  environment: () => closedWith(spawn('true', { stdio: 'ignore', env: { PATH: process.env.PATH, A: '1' } }), 0),
  shell: () => closedWith(spawn('exit 4', { shell: true, signal }), 4),
  execFile: async () => {
    const { error, stdout } = await called((done) => execFile('echo', ['output'], { signal }, done));
    assert.deepEqual([error, stdout], [null, 'output\n']);
  },
  exec: async () => {
    const { error, stdout } = await called((done) => exec('echo output; exit 3', { signal }, done));
    assert.deepEqual([error.code, stdout], [3, 'output\n']);
  },
  'too much output': async () => {
    const { error } = await called((done) => execFile('yes', { maxBuffer: 10, signal }, done));
    assert.equal(error.code, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER');
  },
  'execFile, timeout': async () => {
    const { error } = await called((done) => execFile('sleep', ['60'], { timeout: 1, signal }, done));
    assert.ok(error.killed);
  },
  'spawn, timeout': () => closedWith(sleeping({ timeout: 1, signal }), 'SIGTERM'),
  ENOENT: () => failedWith(spawn('no-such-program', { signal }), 'ENOENT'),
  EACCES: () => failedWith(spawn('/etc/passwd', { signal }), 'EACCES'),
  'no such folder': () => failedWith(spawn('true', { cwd: '/no/such/directory', signal }), 'ENOENT'),
  'ENOENT, channel': () => failedWith(spawn('no-such-program', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }), 'ENOENT'),
  thrown: () => {
    const stdio = ['pipe', 'pipe', 'pipe', 'ipc'];
    assert.throws(() => spawn('/etc/passwd/program', { stdio }), { code: 'ENOTDIR' });
  },
  'thrown, a closed number': () => {
    assert.throws(() => spawn('true', { stdio: ['pipe', 'pipe', 'pipe', 987_654] }), { code: 'EBADF' });
  },
  'aborted before': () => failedWith(sleeping({ signal: AbortSignal.abort() }), 'ABORT_ERR'),
  aborted: () => aborted((signal) => failedWith(sleeping({ signal }), 'ABORT_ERR')),
  'execFile, aborted': async () => {
    const ended = aborted((signal) => called((done) => execFile('sleep', ['60'], { signal }, done)));
    assert.equal((await ended).error.code, 'ABORT_ERR');
  },
  'killed at once': () => killed(sleeping({ signal }), 'SIGTERM'),
  killed: () => killed(spawn('sleep', ['60'], { signal }), 'SIGKILL', random() * 3),
  'killed, then disposed of': () => {
    const child = sleeping({});
    child[Symbol.dispose ?? 'kill']();
    return closedWith(child, 'SIGTERM');
  },
  spawnSync: () => {
    assert.equal(spawnSync('cat', { input: 'some input' }).stdout.toString(), 'some input');
  },
  'spawnSync, ENOENT': () => {
    assert.equal(spawnSync('no-such-program').error.code, 'ENOENT');
  },
  'spawnSync, timeout': () => {
    assert.equal(spawnSync('sleep', ['60'], { timeout: 1 }).error.code, 'ETIMEDOUT');
  },
  execFileSync: () => {
    assert.equal(execFileSync('echo', ['output'], { encoding: 'utf8' }), 'output\n');
  },
  execSync: () => {
    assert.throws(() => execSync('exit 3', { stdio: 'pipe' }), { status: 3 });
  },
};

const kinds = Object.keys(KINDS);
const listeners = () => getEventListeners(signal, 'abort').length;

process.on('warning', (warning) => console.error(warning));
await makeRounds(
  async () => {
    const kind = kinds[Math.floor(random() * kinds.length)];
    try {
      await KINDS[kind]();
    } catch (error) {
      throw new Error(kind, { cause: error });
    }
  },
  { atOnce: AT_ONCE, listeners, measured: () => ({ spawns: count, kinds: kinds.length }) },
);
