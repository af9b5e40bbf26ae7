/*
 * Does what its first argument names as often as the second says, and prints the result of each and
 * what it holds at the end. One of the calls fails, so everything here takes an error for an
 * answer, but neither an exception that nobody caught nor an end that never comes.
 */
import { strict as assert } from 'node:assert';
import * as node from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { settled } from './held.mjs';
import { socketPair, textOf } from './socket-pair.mjs';

const [name, times] = process.argv.slice(2);
/**
 * Where it is the child that has the addon, this process must not have it: calls of the first that
 * loads it are the ones that count.
 */
const CHILD_HAS_IT = 'own end';
const { exec, execFile, execFileSync, fork, spawn, spawnSync } =
  name === CHILD_HAS_IT ? node : await import('./tested.mjs');

const CHILD = fileURLToPath(new URL('traffic-child.cjs', import.meta.url));
/** `O_PATH` of open(2). */
const PATH_ONLY = 0o10000000;
/** How long answers are waited for, in milliseconds. */
const PATIENCE = 20_000;
/**
 * For children that are to be killed: they end by themselves when the call that kills them fails.
 */
const SHORT = ['0.5'];

/**
 * The end of a child with its status; rejects with the error that it has emitted, once it has
 * ended.
 */
function ended(child) {
  let failure;
  let exits = 0;
  child.on('error', (error) => {
    failure ??= error;
  });
  child.on('exit', () => {
    exits += 1;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (exits > 1) reject(new Error(`'exit' came ${exits} times`));
      else if (failure) reject(failure);
      else resolve(signal ?? code);
    });
  });
}

const called = (start) =>
  new Promise((resolve, reject) => start((error, stdout) => (error ? reject(error) : resolve(stdout))));

/** Sends messages to a forked child and takes them back, until all have come or something fails. */
async function talk(child, { socket = false } = {}) {
  const end = ended(child);
  const failed = new Promise((_resolve, reject) => {
    const early = (what) => reject(Object.assign(new Error(what), { code: 'EARLY' }));
    child.on('error', reject);
    child.on('disconnect', () => early('the channel ended early'));
    // As in Node, nobody hears of a message without a callback that waited and could not leave
    // then.
    setTimeout(early, PATIENCE, 'a message was lost').unref();
  });
  failed.catch(() => {});
  end.catch(() => {});
  try {
    await Promise.race([exchange(child), failed]);
    if (socket) await Promise.race([passSocket(child), failed]);
    // The child waits for the last message: when that is the one that cannot leave, it is ended
    // otherwise.
    child.on('error', () => child.kill('SIGKILL'));
    child.send({ end: 'disconnect' });
    assert.equal(await end, 0);
  } catch (error) {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      if (!child.kill('SIGKILL')) process.kill(child.pid, 'SIGKILL');
    }
    await end.catch(() => {});
    throw error;
  }
}

async function exchange(child) {
  // A spawn that failed for want of descriptors leaves no channel, as in Node.
  if (!child.send) return new Promise(() => {});
  const indexes = Array.from({ length: 20 }, (_, index) => index);
  const came = [];
  const all = new Promise((resolve) => {
    child.on('message', (message) => {
      came.push(message.index);
      if (came.length === indexes.length) resolve();
    });
  });
  for (const index of indexes) child.send({ index, text: 'x'.repeat(index % 5 ? 10 : 100_000) });
  await all;
  assert.deepEqual(came, indexes);
}

/** A socket goes to the child, comes back, and goes there for good. */
async function passSocket(child) {
  const { accepted, client } = await socketPair();
  const text = textOf(client);
  try {
    const back = new Promise((resolve) => {
      child.on('message', (message, handle) => message.back && resolve(handle));
    });
    child.send({ back: true }, accepted);
    const returned = await Promise.race([back, sleep(3000, undefined, { ref: false })]);
    if (!returned) throw Object.assign(new Error('the socket did not come back'), { code: 'NOT_BACK' });
    returned.end('hello');
    assert.equal(await text, 'hello');
  } finally {
    client.destroy();
    accepted.destroy();
    text.catch(() => {});
  }
}

async function terminatedWorker() {
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const { spawn, fork } = require(workerData.module);
     for (let index = 0; index < 2; index++) spawn('sleep', ['0.2']).on('error', () => {});
     // Without descriptors there is no channel, as in Node.
     fork(workerData.child).on('error', () => {}).send?.({ text: 'x' });
     parentPort.postMessage('busy');`,
    {
      eval: true,
      workerData: { child: CHILD, module: createRequire(import.meta.url).resolve('rt-std/child_process') },
    },
  );
  try {
    await once(worker, 'message');
  } finally {
    await worker.terminate();
  }
}

const SCENARIOS = {
  pipes: async () => {
    const child = spawn('cat');
    const end = ended(child);
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    child.stdin?.on('error', () => {}).end('some input');
    assert.equal(await end, 0);
    assert.equal(text, 'some input');
  },
  options: async () => {
    const env = { PATH: process.env.PATH };
    const child = spawn('true', { stdio: ['ignore', 'pipe', 2, 0], cwd: '/', detached: true, env, uid: 0, gid: 0 });
    assert.equal(await ended(child), 0);
  },
  missing: () => assert.rejects(ended(spawn('no-such-program')), (error) => checkMissing(error)),
  killed: async () => {
    const child = spawn('sleep', SHORT, { stdio: 'ignore' });
    const end = ended(child);
    child.kill();
    assert.equal(await end, 'SIGTERM');
  },
  aborted: async () => {
    const controller = new AbortController();
    const child = spawn('sleep', SHORT, { stdio: 'ignore', signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(ended(child), (error) => {
      if (error.code !== 'ABORT_ERR') throw error;
      return true;
    });
  },
  exec: async () => assert.equal(await called((done) => exec('echo output', done)), 'output\n'),
  'execFile, timeout': async () => {
    const [error] = await Promise.allSettled([called((done) => execFile('sleep', SHORT, { timeout: 20 }, done))]);
    if (error.status === 'rejected' && !error.reason.killed) throw error.reason;
  },
  spawnSync: () => {
    const { error, stdout } = spawnSync('cat', { input: 'x'.repeat(300_000) });
    if (error) throw error;
    assert.equal(stdout.length, 300_000);
  },
  'spawnSync, timeout': () => {
    const { error } = spawnSync('sleep', SHORT, { timeout: 20 });
    if (error && error.code !== 'ETIMEDOUT') throw error;
  },
  execFileSync: () => assert.equal(execFileSync('echo', ['output'], { encoding: 'utf8' }), 'output\n'),
  json: () => talk(fork(CHILD)),
  advanced: () => talk(fork(CHILD, { serialization: 'advanced' })),
  sockets: () => talk(fork(CHILD), { socket: true }),
  [CHILD_HAS_IT]: () => talk(fork(CHILD, { execArgv: ['--require', 'rt-std/override'] })),
  worker: terminatedWorker,
};

function checkMissing(error) {
  if (error.code !== 'ENOENT') throw error;
  return true;
}

function lastingThreads() {
  const names = readdirSync('/proc/self/task').map((task) =>
    readFileSync(`/proc/self/task/${task}/comm`, 'utf8').trim(),
  );
  return names.filter((thread) => ['rt-reaper', 'rt-flusher', 'rt-spawner'].includes(thread));
}

/**
 * How many of the descriptors are open with which `ts/binding/low-descriptors.ts` reserves numbers
 * until the addon takes these over.
 */
function reservedDescriptors() {
  return readdirSync('/proc/self/fd').filter((number) => {
    try {
      if (readlinkSync(`/proc/self/fd/${number}`) !== '/dev/null') return false;
      const [, flags] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8'));
      return (Number.parseInt(flags, 8) & PATH_ONLY) !== 0;
    } catch {
      // The one that the directory was read with.
      return false;
    }
  }).length;
}

const outcomes = [];
for (let time = 0; time < Number(times); time++) {
  try {
    await SCENARIOS[name]();
    outcomes.push('ok');
  } catch (error) {
    const { message, code, errno, syscall } = error;
    outcomes.push({ message, code, errno, syscall, stack: code === undefined ? error.stack : undefined });
  }
}
const { mebibytes, ...held } = await settled();
// Threads that the process starts once, when it first needs them, which a failing call may be the
// reason for. The reaper has a descriptor.
const lasting = lastingThreads();
held.threads -= lasting.length;
held.descriptors -= lasting.filter((thread) => thread === 'rt-reaper').length;
held.reserved = reservedDescriptors();
held.descriptors -= held.reserved;
console.log(JSON.stringify({ outcomes, held }));
