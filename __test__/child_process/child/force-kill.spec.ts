/** The option `forceKillAfterDelay`. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { testButOnWindows } from '../../support/portable';
import { SOON, takesSoon } from './soon';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

/** Ignores `SIGTERM` and says that it does. It would run for half a minute. */
const STUBBORN = 'trap "" TERM INT; echo ready; for i in $(seq 300); do sleep .1; done';
/** Why a test of the second signal does not run on Windows. */
const NOTHING_WITHSTANDS = 'each signal ends a program at once there';

type Failure = Error & Record<string, unknown>;

async function stubborn(options: childProcess.SpawnOptions = {}): Promise<childProcess.ChildProcess> {
  const child = spawn('sh', ['-c', STUBBORN], options);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
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
