/** The options `forceKillAfterDelay` and `closeGrace`. */
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import childProcess from 'rt-std/child_process';
import { IS_WINDOWS, script, testButOnWindows } from '../../support/portable';
import { PACKAGE } from '../../support/program';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

/** Ignores `SIGTERM` and says that it does. It would run for half a minute. */
const STUBBORN = 'trap "" TERM INT; echo ready; for i in $(seq 300); do sleep .1; done';
/** Leaves a process behind that holds its output, for longer than a test waits: a command. */
const leavesOne = (code = 0): string =>
  IS_WINDOWS ? leavesOnWindows(code, 'started', 30_000) : `sleep 30 & echo started; exit ${code}`;

/** The shell there waits for all that it starts. */
function leavesOnWindows(...args: (string | number)[]): string {
  return `"${process.execPath}" "${join(PACKAGE, '__test__', 'fixtures', 'leaves-one.js')}" ${args.join(' ')}`;
}

const LEAVES_ONE = leavesOne();
const STARTED = IS_WINDOWS ? 'started' : 'started\n';
const SHELL = { shell: true } as const;
/** Why a test of the second signal does not run on Windows. */
const NOTHING_WITHSTANDS = 'each signal ends a program at once there';
/** Much less than what they would take. */
const SOON = 25_000;

type Failure = Error & Record<string, unknown>;

async function stubborn(options: childProcess.SpawnOptions = {}): Promise<childProcess.ChildProcess> {
  const child = spawn('sh', ['-c', STUBBORN], options);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

function takesSoon(t: ExecutionContext, started: number): void {
  const took = performance.now() - started;
  t.true(took < SOON, `took ${took} ms`);
}

for (const [title, end] of Object.entries<(child: childProcess.ChildProcess) => unknown>({
  'kill()': (child) => child.kill(),
  'kill() with SIGTERM by its number': (child) => child.kill(15),
  '`using`': (child) => child[Symbol.dispose](),
})) {
  testButOnWindows(`SIGKILL follows ${title}`, NOTHING_WITHSTANDS, async (t) => {
    const child = await stubborn({ forceKillAfterDelay: 50 });
    end(child);
    t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  });
}

testButOnWindows('SIGKILL follows the signal of killSignal, and no other one', NOTHING_WITHSTANDS, async (t) => {
  const child = await stubborn({ forceKillAfterDelay: 20, killSignal: 'SIGINT' });
  child.kill('SIGWINCH');
  child.kill(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.is(child.signalCode, null);
  t.true(child.kill('SIGINT'));
  t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

testButOnWindows('SIGKILL follows a timeout of spawn, and an abort', NOTHING_WITHSTANDS, async (t) => {
  const timed = await stubborn({ forceKillAfterDelay: 50, timeout: 300 });
  t.deepEqual(await once(timed, 'exit'), [null, 'SIGKILL']);
  const controller = new AbortController();
  const aborted = await stubborn({ forceKillAfterDelay: 50, signal: controller.signal });
  aborted.once('error', () => {});
  controller.abort();
  const [code, signal] = await new Promise<unknown[]>((resolve) => {
    aborted.once('exit', (...args) => resolve(args));
  });
  t.deepEqual([code, signal], [null, 'SIGKILL']);
});

testButOnWindows('without the option, or with false, nothing follows', NOTHING_WITHSTANDS, async (t) => {
  for (const options of [{}, { forceKillAfterDelay: false }, { forceKillAfterDelay: undefined }]) {
    const child = await stubborn(options);
    child.kill();
    await new Promise((resolve) => setTimeout(resolve, 150));
    t.is(child.signalCode, null);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

test('a child that ends by the first signal gets no second one, and its timer does not hold the program', (t) => {
  const program = `
    const { spawn } = require('rt-std/child_process');
    const child = spawn('sleep', ['60'], { forceKillAfterDelay: 30_000 });
    child.on('exit', (code, signal) => console.log(signal));
    child.on('spawn', () => child.kill());`;
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: SOON });
  t.is(stdout, 'SIGTERM\n');
  takesSoon(t, started);
});

testButOnWindows(
  'SIGKILL follows a timeout of exec and execFile, whose error says so',
  NOTHING_WITHSTANDS,
  async (t) => {
    const options = { forceKillAfterDelay: 50, timeout: 300 };
    const runs = [promisify(exec)(STUBBORN, options), promisify(execFile)('sh', ['-c', STUBBORN], options)];
    for (const run of runs) {
      const error = (await t.throwsAsync(run)) as Failure;
      t.like(error, { signal: 'SIGKILL', killed: true, isForcefullyTerminated: true, code: null });
    }
    const gentle = (await t.throwsAsync(
      promisify(exec)('exec sleep 60', { forceKillAfterDelay: 20_000, timeout: 300 }),
    )) as Failure;
    t.is(gentle.signal, 'SIGTERM');
    t.false('isForcefullyTerminated' in gentle);
  },
);

testButOnWindows('SIGKILL follows the killSignal of exec, and too much output', NOTHING_WITHSTANDS, async (t) => {
  const interrupted = { forceKillAfterDelay: 50, timeout: 300, killSignal: 'SIGINT' } as const;
  t.like(await t.throwsAsync(promisify(exec)(STUBBORN, interrupted)), { signal: 'SIGKILL' });
  const talkative = 'trap "" TERM PIPE; echo 123456789; for i in $(seq 300); do sleep .1; done';
  const child = exec(talkative, { forceKillAfterDelay: 50, maxBuffer: 3 });
  t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

testButOnWindows('SIGKILL follows kill() of a forked child', NOTHING_WITHSTANDS, async (t) => {
  const child = fork('ignored', [], {
    execArgv: ['-e', "process.on('SIGTERM', () => {}); process.send('ready'); setInterval(() => {}, 1000)"],
    forceKillAfterDelay: 50,
  });
  await once(child, 'message');
  child.kill();
  t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

testButOnWindows('SIGKILL follows the timeout of synchronous functions', NOTHING_WITHSTANDS, (t) => {
  const started = performance.now();
  const options = { forceKillAfterDelay: 50, timeout: 300, stdio: 'pipe' } as const;
  const result = spawnSync('sh', ['-c', STUBBORN], options);
  t.like(result, { status: null, signal: 'SIGKILL', isForcefullyTerminated: true, error: { code: 'ETIMEDOUT' } });
  t.like(
    t.throws(() => execSync(STUBBORN, options)),
    { signal: 'SIGKILL', isForcefullyTerminated: true },
  );
  t.like(
    t.throws(() => execFileSync('sh', ['-c', STUBBORN], options)),
    { signal: 'SIGKILL', code: 'ETIMEDOUT' },
  );
  const gentle = spawnSync('sleep', ['60'], options);
  t.is(gentle.signal, 'SIGTERM');
  t.false('isForcefullyTerminated' in gentle);
  takesSoon(t, started);
});

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

for (const [name, values] of Object.entries({
  forceKillAfterDelay: ['1', {}, 1n, Symbol('s')],
  closeGrace: ['1', {}, true, 1n],
})) {
  test(`${name}: what is no number is refused at once`, (t) => {
    for (const value of values) {
      const options = { [name]: value } as never;
      const calls = [
        () => spawn('true', options),
        () => exec('true', options),
        () => execFile('true', options),
        () => fork('true', options),
        () => spawnSync('true', options),
        () => execSync('true', options),
        () => execFileSync('true', options),
      ];
      for (const call of calls) {
        const error = t.throws(call, { instanceOf: TypeError, code: 'ERR_INVALID_ARG_TYPE' });
        t.true(error?.message.startsWith(`The "options.${name}" property must be `), error?.message);
      }
    }
  });

  test(`${name}: a number out of its range is refused at once`, (t) => {
    for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 31]) {
      const options = { [name]: value };
      for (const call of [
        () => spawn('true', options),
        () => exec('true', options),
        () => spawnSync('true', options),
      ]) {
        t.throws(call, { instanceOf: RangeError, code: 'ERR_OUT_OF_RANGE' });
      }
    }
  });
}

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

test('processors are counted as they are read', (t) => {
  let asked = 0;
  const processors = new Proxy([0], {
    get(target, name, receiver) {
      // None when the processors are read, one afterwards.
      if (name === 'length') return asked++ < 1 ? 0 : 1;
      return Reflect.get(target, name, receiver);
    },
  });
  t.throws(() => spawnSync('true', { cpuAffinity: processors }), { code: 'ERR_INVALID_ARG_VALUE' });
});
