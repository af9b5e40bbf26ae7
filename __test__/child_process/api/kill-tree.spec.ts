/** Signals to whole trees: `child.killTree()` and `killTree()`. More of it is tested in Rust. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import childProcess from 'rt-std/child_process';
import { testButOnWindows } from '../../support/portable';
import { testWhere } from '../../support/test-where';

const { exec, fork, killTree, spawn, spawnSync } = childProcess;

/** Declares a test of what is signalled. */
function onLinux(title: string, implementation: (t: ExecutionContext) => void | Promise<void>): void {
  testButOnWindows(title, '`killTree()` is refused there', implementation);
}

let marks = 0;

/** A variable of the environment by which the processes of a test are known. */
function mark(): { env: NodeJS.ProcessEnv; alive: () => number[]; isGone: () => Promise<boolean> } {
  const name = `RT_TREE_SPEC_${process.pid}_${marks++}`;
  const alive = (): number[] =>
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && environmentOf(entry).includes(name))
      .map(Number);
  const isGone = async (): Promise<boolean> => {
    for (let tries = 0; tries < 200 && alive().length > 0; tries++) await pause(25);
    return alive().length === 0;
  };
  return { env: { ...process.env, [name]: '1' }, alive, isGone };
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

const TREE = '(sleep 60 & echo ready; wait) & (sleep 60 & echo ready; wait) & wait';

async function startTree(options: childProcess.SpawnOptions): Promise<childProcess.SpawnedChildProcess> {
  const child = spawn('sh', ['-c', TREE], options);
  let output = '';
  for await (const data of child.stdout ?? []) {
    output += data;
    if (output.length >= 12) break;
  }
  return child;
}

onLinux('the child and all its descendants get SIGTERM, the leaves first', async (t) => {
  const { env, alive, isGone } = mark();
  const child = await startTree({ env });
  const before = alive();
  t.is(before.length, 5);
  const { signalled, refused } = child.killTree();
  t.deepEqual([...signalled].sort(), before.sort());
  t.is(signalled.at(-1), child.pid);
  t.deepEqual(refused, []);
  t.true(child.killed);
  t.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
  t.true(await isGone());
});

onLinux('killTree() of the module does the same to any process', async (t) => {
  const { env, alive, isGone } = mark();
  const child = await startTree({ env });
  t.deepEqual(killTree(child.pid as number, 0).signalled.sort(), alive().sort());
  t.false(child.killed);
  t.is(killTree(child.pid as number, 'SIGKILL').signalled.length, 5);
  t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  t.true(await isGone());
});

onLinux('a shell of exec and a forked child end with what they have started', async (t) => {
  const { env, alive, isGone } = mark();
  const shell = exec('sleep 60; true', { env });
  const program = "require('child_process').spawn('sleep', ['60']).once('spawn', () => process.send('ready'))";
  const forked = fork('ignored', [], { env, execArgv: ['-e', program] });
  await once(forked, 'message');
  while (alive().length < 4) await pause(10);
  shell.killTree('SIGKILL');
  forked.killTree('SIGINT');
  await Promise.all([once(shell, 'exit'), once(forked, 'exit')]);
  t.true(await isGone());
});

onLinux('SIGKILL follows in the whole tree', async (t) => {
  const { env, isGone } = mark();
  const stubborn = 'trap "" TERM; (echo ready; for i in $(seq 300); do sleep .1; done) & wait; wait; sleep 30';
  const child = spawn('sh', ['-c', stubborn], { env, forceKillAfterDelay: 100 });
  await once(child.stdout, 'data');
  child.killTree();
  t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  t.true(await isGone());
});

onLinux('a child that has ended reaches nothing', async (t) => {
  const child = spawn('true');
  await once(child, 'exit');
  t.deepEqual(child.killTree(), { signalled: [], refused: [] });
  const missing = spawn('no-such-program');
  await once(missing, 'error');
  t.deepEqual(missing.killTree(), { signalled: [], refused: [] });
  t.deepEqual(new childProcess.ChildProcess().killTree(), { signalled: [], refused: [] });
});

onLinux('in a worker', async (t) => {
  const program = `
    const { spawn } = require('rt-std/child_process');
    const { parentPort } = require('node:worker_threads');
    const child = spawn('sh', ['-c', 'sleep 60 & echo ready; wait']);
    child.stdout.once('data', () => parentPort.postMessage(child.killTree().signalled.length));`;
  const worker = new Worker(program, { eval: true });
  const [count] = await once(worker, 'message');
  t.is(count, 2);
  await worker.terminate();
});

test('what is no signal, or no identifier of a process, is refused', (t) => {
  t.throws(() => killTree(process.pid, 'SIGWHAT' as never), { instanceOf: TypeError, code: 'ERR_UNKNOWN_SIGNAL' });
  for (const pid of ['1', undefined, {}, 1n]) {
    t.throws(() => killTree(pid as never), { instanceOf: TypeError, code: 'ERR_INVALID_ARG_TYPE' });
  }
  for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
    t.throws(() => killTree(pid), { instanceOf: RangeError, code: 'ERR_OUT_OF_RANGE' });
  }
});

onLinux('what cannot be signalled is refused', (t) => {
  const child = spawn('sleep', ['60']);
  t.throws(() => child.killTree('SIGWHAT' as never), { instanceOf: TypeError, code: 'ERR_UNKNOWN_SIGNAL' });
  for (const pid of [process.pid, process.ppid]) {
    t.throws(() => killTree(pid), { instanceOf: TypeError, code: 'ERR_INVALID_ARG_VALUE' });
  }
  const { pid } = spawnSync('true');
  t.throws(() => killTree(pid, 0), { code: 'ESRCH', message: 'killTree ESRCH' });
  t.is(child.exitCode, null);
  child.kill();
});

/** Runs a command where there is no `/proc`. */
function withoutProc(command: string, ...args: string[]) {
  const script = `umount -l /proc && exec ${command}`;
  return spawnSync('unshare', ['--mount', 'sh', '-c', script, ...args], { encoding: 'utf8' });
}

const hasNamespaces = process.platform === 'linux' && withoutProc('true').status === 0;

testWhere(hasNamespaces, 'no namespaces in which /proc can be taken away')(
  'without /proc it says so, and signals nothing',
  (t) => {
    const program = `
    const { spawn } = require('rt-std/child_process');
    const child = spawn('sleep', ['60']);
    try { child.killTree(); } catch ({ code }) { console.log(code, child.killed); }
    child.kill();`;
    const { stdout, stderr } = withoutProc('"$0" -e "$1"', process.execPath, program);
    t.is(stdout, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM false\n', stderr);
  },
);
