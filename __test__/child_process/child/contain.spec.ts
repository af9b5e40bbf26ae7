/** The option `contain`: what a child starts stays reachable. More of it is tested in Rust. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { isAlive } from '../../support/processes';
import { testWhere } from '../../support/test-where';

const { exec, execFile, fork, spawn, spawnSync } = childProcess;

/** Starts a process in a session of its own, whose parent ends, and prints its number. */
const DAEMON = 'setsid sh -c \'sh -c "echo \\$\\$; exec sleep 60 >&- 2>&-" &\'';

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200 && isAlive(pid); tries++) await pause(25);
  return !isAlive(pid);
}

test('killTree() reaches a daemon, while the child runs and when it has ended', async (t) => {
  for (const rest of ['; exec sleep 60', '']) {
    const child = spawn('sh', ['-c', DAEMON + rest], { contain: true });
    t.true(['session', 'cgroup'].includes(child.containment as string));
    const exited = once(child, 'exit');
    const [output] = await once(child.stdout, 'data');
    const daemon = Number(output);
    if (rest === '') await exited;
    const expected = rest === '' ? [daemon] : [daemon, child.pid];
    t.deepEqual(child.killTree(0).signalled.sort(), expected.sort());
    t.deepEqual(child.killTree('SIGKILL').signalled.sort(), expected.sort());
    t.true(await isGone(daemon));
    t.true(child.killed);
    t.deepEqual(child.killTree(), { signalled: [], refused: [] });
  }
});

/** By nothing that `'session'` goes by: two forks, a session of its own, another environment. */
const HIDDEN = `setsid env -i sh -c 'sh -c "echo \\$\\$; exec sleep 60 >&- 2>&-" & sleep 0.1' &`;

/** The names of the control groups that a process is in. */
function groupsOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cgroup`, 'latin1');
}

const makesGroups = spawn('true', { contain: true }).containment === 'cgroup';
const inGroup = testWhere(makesGroups, 'this process may make no control groups');

inGroup('in a control group, a daemon without session and environment is reached', async (t) => {
  const child = spawn('sh', ['-c', HIDDEN], { contain: true });
  const closed = once(child, 'close');
  const daemon = Number(await text(child.stdout));
  await closed;
  t.is(child.containment, 'cgroup');
  const leader = Number(/^NSsid:\s+.*?(\d+)$/m.exec(readFileSync(`/proc/${daemon}/status`, 'latin1'))?.[1]);
  t.true(await isGone(leader));
  t.regex(groupsOf(daemon), new RegExp(`/rt-contained-${process.pid}-[0-9a-f]{32}$`, 'm'));
  t.notRegex(groupsOf(process.pid), /rt-contained-/);
  t.deepEqual(child.killTree(0).signalled, [daemon]);
  t.deepEqual(child.killTree('SIGKILL').signalled, [daemon]);
  t.true(await isGone(daemon));
  t.deepEqual(child.killTree('SIGKILL').signalled, []);
});

test('without the option a daemon is not reached, and nothing says that it is', async (t) => {
  for (const options of [{}, { contain: false }, { contain: undefined }]) {
    const child = spawn('sh', ['-c', DAEMON], options);
    t.is(child.containment, undefined);
    const closed = once(child, 'close');
    const daemon = Number(await text(child.stdout));
    await closed;
    t.deepEqual(child.killTree(), { signalled: [], refused: [] });
    t.true(isAlive(daemon));
    process.kill(daemon, 'SIGKILL');
  }
  t.is(new childProcess.ChildProcess().containment, undefined);
  const missing = spawn('no-such-program', { contain: true });
  t.is(missing.containment, undefined);
  await once(missing, 'error');
});

test('exec, execFile and fork take it, with an environment that is given too', async (t) => {
  const env = { PATH: process.env.PATH, GIVEN: 'yes' };
  const children = [
    exec(DAEMON, { contain: true, env }),
    execFile('sh', ['-c', DAEMON], { contain: true, env }),
    fork('ignored', ['-c', DAEMON], { contain: true, env, execPath: 'sh', execArgv: ['-c', DAEMON], silent: true }),
  ];
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  const outputs = await Promise.all(children.map((child) => text(child.stdout as NodeJS.ReadableStream)));
  await ended;
  for (const [position, child] of children.entries()) {
    t.true(['session', 'cgroup'].includes(child.containment as string));
    const daemon = Number(outputs[position]);
    t.true(isAlive(daemon));
    const environment = readFileSync(`/proc/${daemon}/environ`, 'latin1');
    t.regex(environment, /(^|\0)GIVEN=yes\0/);
    t.regex(environment, /(^|\0)RT_CONTAINED_[0-9a-f]{32}=1\0/);
    t.deepEqual(child.killTree('SIGKILL').signalled, [daemon]);
    t.true(await isGone(daemon));
  }
  // Options and environment that were given are left as they are.
  t.deepEqual(Object.keys(env), ['PATH', 'GIVEN']);
});

test('the child of a synchronous function has session and mark', (t) => {
  const script = 'ps -o pid=,sid= -p $$; env | grep -c ^RT_CONTAINED_';
  const { stdout, pid } = spawnSync('sh', ['-c', script], { contain: true, encoding: 'utf8' });
  t.deepEqual(stdout.split(/\s+/).filter(Boolean), [`${pid}`, `${pid}`, '1']);
});

test('in a worker', async (t) => {
  const program = `
    const { spawn } = require('rt-std/child_process');
    const { parentPort } = require('node:worker_threads');
    const child = spawn('sh', ['-c', ${JSON.stringify(DAEMON)}], { contain: true });
    child.stdout.resume();
    child.once('close', () => parentPort.postMessage(child.killTree('SIGKILL').signalled.length));`;
  const worker = new Worker(program, { eval: true });
  const [count] = await once(worker, 'message');
  t.is(count, 1);
  await worker.terminate();
});

test('values that are no boolean are refused', (t) => {
  for (const contain of ['yes', 1, {}, Symbol('yes')]) {
    const expected = { instanceOf: TypeError, code: 'ERR_INVALID_ARG_TYPE', message: /^The "options\.contain" prop/ };
    t.throws(() => spawn('true', { contain: contain as boolean }), expected);
    t.throws(() => exec('true', { contain: contain as boolean }), expected);
    t.throws(() => spawnSync('true', { contain: contain as boolean }), expected);
  }
});
