/** The option `closeGrace`. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { IS_WINDOWS, script, testButOnWindows } from '../../support/portable';
import { fixture } from '../../support/program';
import { takesSoon } from './soon';

const { exec, execFile, execSync, spawn, spawnSync } = childProcess;

/** Leaves a process behind that holds its output, for longer than a test waits: a command. */
const leavesOne = (code = 0): string =>
  IS_WINDOWS ? leavesOnWindows(code, 'started', 30_000) : `sleep 30 & echo started; exit ${code}`;

/** The shell there waits for all that it starts. */
function leavesOnWindows(...args: (string | number)[]): string {
  return `"${process.execPath}" "${fixture('leaves-one.js')}" ${args.join(' ')}`;
}

const LEAVES_ONE = leavesOne();
const STARTED = IS_WINDOWS ? 'started' : 'started\n';
const SHELL = { shell: true } as const;

test("'close' comes although a descendant holds the pipes, with what was written", async (t) => {
  const started = performance.now();
  const child = spawn(LEAVES_ONE, { ...SHELL, closeGrace: 100 });
  let output = '';
  let hasEnded = false;
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stdout.on('end', () => {
    hasEnded = true;
  });
  t.false(child.outputCut);
  t.deepEqual(await once(child, 'close'), [0, null]);
  t.is(output, STARTED);
  t.true(hasEnded);
  t.true(child.outputCut);
  takesSoon(t, started);
});

test('a loop over the output of such a child ends', async (t) => {
  const started = performance.now();
  const child = spawn(LEAVES_ONE, { ...SHELL, closeGrace: 100 });
  let output = '';
  for await (const data of child.stdout) output += data;
  t.is(output, STARTED);
  takesSoon(t, started);
});

test('what is written within the grace is read whole, and nothing is cut', async (t) => {
  const command = IS_WINDOWS ? leavesOnWindows(0, 'early', 300, 'late') : '(sleep .3; printf late) & printf early';
  const { stdout, ...rest } = await promisify(exec)(command, { closeGrace: 20_000 });
  t.is(stdout, 'earlylate');
  t.deepEqual(rest, { stderr: '' });
});

test('what the child wrote is read although the event loop was busy for longer than the grace', async (t) => {
  const command = IS_WINDOWS
    ? `head -c 100000 /dev/zero && ${leavesOnWindows(0, 'x', 30_000)}`
    : 'head -c 100001 /dev/zero; sleep 30 &';
  const child = spawn(command, { ...SHELL, closeGrace: 10 });
  let length = 0;
  child.stdout.on('data', (data) => {
    length += data.length;
  });
  child.on('exit', () => {
    const until = performance.now() + 200;
    while (performance.now() < until);
  });
  await once(child, 'close');
  t.is(length, 100_001);
});

test('exec and execFile call back after the grace', async (t) => {
  const started = performance.now();
  const options = { closeGrace: 100 };
  t.deepEqual(await promisify(exec)(LEAVES_ONE, options), { stdout: STARTED, stderr: '', outputCut: true });
  const failed = promisify(execFile)(leavesOne(3), { ...SHELL, ...options });
  t.like(await t.throwsAsync(failed), { code: 3, stdout: STARTED, outputCut: true });
  takesSoon(t, started);
});

testButOnWindows(
  'a channel that a descendant holds is closed too',
  'what a shell starts does not hold its channel there',
  async (t) => {
    const started = performance.now();
    const child = spawn('sh', ['-c', LEAVES_ONE], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], closeGrace: 100 });
    const events: string[] = [];
    child.on('disconnect', () => events.push('disconnect'));
    await once(child, 'close');
    t.deepEqual(events, ['disconnect']);
    t.true(child.outputCut);
    takesSoon(t, started);
  },
);

test('synchronous functions return after the grace', (t) => {
  const started = performance.now();
  const options = { closeGrace: 100, encoding: 'utf8' } as const;
  t.like(spawnSync(LEAVES_ONE, { ...SHELL, ...options }), { status: 0, stdout: STARTED, outputCut: true });
  t.is(execSync(LEAVES_ONE, options), STARTED);
  t.like(
    t.throws(() => execSync(leavesOne(4), options)),
    { status: 4, outputCut: true },
  );
  const whole = spawnSync(...script("setTimeout(() => console.log('done'), 200)"), { ...options, closeGrace: 0 });
  t.is(whole.stdout, 'done\n');
  t.false('outputCut' in whole);
  takesSoon(t, started);
});

test.serial('closeGrace does not depend on listeners of the program', async (t) => {
  const thrown = new Error('thrown by a listener');
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => uncaught.push(error));
  t.teardown(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  });
  const changes: ((child: childProcess.ChildProcess) => void)[] = [
    (child) => {
      child.prependListener('exit', () => {
        throw thrown;
      });
    },
    (child) => child.removeAllListeners('exit'),
  ];
  for (const change of changes) {
    const started = performance.now();
    const child = spawn(LEAVES_ONE, { ...SHELL, closeGrace: 50 });
    change(child);
    await once(child, 'close');
    takesSoon(t, started);
    t.true(child.outputCut);
  }
  t.deepEqual(uncaught, [thrown]);
});
