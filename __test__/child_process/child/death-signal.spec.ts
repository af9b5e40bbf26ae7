/** The option `deathSignal`: whatever way this process ends, the child does too. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { isAlive } from '../../support/processes';
import { testWhere } from '../../support/test-where';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

/** On a machine that does nothing else: `RT_ORPHANS_COUNT=200 RT_ORPHANS_LIMIT=100`, one by one. */
const { RT_ORPHANS_COUNT = 5, RT_ORPHANS_LIMIT = 2000 } = process.env;
const ROUNDS = Number(RT_ORPHANS_COUNT);

/** Milliseconds. */
const LIMIT = Number(RT_ORPHANS_LIMIT);

/** What ends the process of which this is the program. */
const ENDS = {
  'process.exit()': 'process.exit(0)',
  'an exception': "throw new Error('expected')",
  SIGTERM: "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)",
  SIGKILL: "process.kill(process.pid, 'SIGKILL')",
  'process.abort()': 'process.abort()',
};

/** Ignores what can be ignored, prints its number, and goes on for longer than a test waits. */
const ONE = 'trap "" TERM HUP INT; echo $$; exec sleep 60';

/**
 * What is started, with the number of processes in it: a child; or a child with a child, a daemon,
 * and a process of its session without its environment.
 */
const STARTED = {
  'a child': { script: ONE, count: 1, contain: false },
  'a contained tree': {
    script: `one='${ONE}'; sh -c "$one" & (setsid sh -c "$one" &); env -i sh -c "$one" & eval "$one"`,
    count: 4,
    contain: true,
  },
};

/** Starts it, prints the numbers, and ends. */
function parentProgram({ script, count, contain }: (typeof STARTED)['a child'], end: string): string {
  return `
    const { spawn } = require('rt-std/child_process');
    const { writeSync } = require('node:fs');
    const options = { deathSignal: 'SIGKILL', contain: ${contain}, stdio: ['ignore', 'pipe', 'ignore'] };
    const child = spawn('sh', ['-c', ${JSON.stringify(script)}], options);
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      if (output.split('\\n').length <= ${count}) return;
      writeSync(1, output);
      ${end};
    });`;
}

function inWorker(program: string): string {
  return `
    const { Worker } = require('node:worker_threads');
    // The end of the worker is that of the program, which has nothing else to do.
    new Worker(${JSON.stringify(program)}, { eval: true });`;
}

for (const [what, started] of Object.entries(STARTED)) {
  for (const [title, end] of Object.entries(ENDS)) {
    for (const place of ['the main thread', 'a worker'] as const) {
      test(`${what} ends within ${LIMIT} ms of ${title} in ${place}, ${ROUNDS} times`, async (t) => {
        const inMain = parentProgram(started, end);
        const program = place === 'a worker' ? inWorker(inMain) : inMain;
        let longest = 0;
        const late: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
          const closed = once(parent, 'close');
          const pids = (await text(parent.stdout)).trim().split('\n').map(Number);
          await closed;
          t.is(pids.length, started.count);
          const ended = performance.now();
          while (pids.some(isAlive) && performance.now() < ended + 10_000) await pause(1);
          const took = performance.now() - ended;
          if (took >= LIMIT) late.push(`round ${round}: ${took.toFixed(1)} ms, alive: ${pids.filter(isAlive)}`);
          longest = Math.max(longest, took);
        }
        t.log(`${longest.toFixed(1)} ms at most`);
        t.deepEqual(late, []);
      });
    }
  }
}

test('the end of the worker that started the child is not that of the process', async (t) => {
  const program = `
    const { spawn } = require('rt-std/child_process');
    const { parentPort } = require('node:worker_threads');
    const child = spawn('sleep', ['60'], { deathSignal: 'SIGKILL', stdio: 'ignore' });
    parentPort.postMessage(child.pid);`;
  const worker = new Worker(program, { eval: true });
  const [pid] = await once(worker, 'message');
  await worker.terminate();
  await pause(200);
  t.true(isAlive(pid));
  process.kill(pid, 'SIGKILL');
});

/** Prints the number of its signal (`PR_GET_PDEATHSIG`): no file of `/proc` has it. */
const PRINT_SIGNAL =
  'import ctypes; number = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(number)); print(number.value)';
const hasPython = spawnSync('python3', ['-c', 'import ctypes']).status === 0;
const withPython = testWhere(hasPython, 'no Python to ask the kernel with');

withPython('every function sets the signal that is given by name or number, and none without', async (t) => {
  const command = `exec python3 -c '${PRINT_SIGNAL}'`;
  const args = ['-c', PRINT_SIGNAL];
  for (const [given, number] of [
    ['SIGTERM', 15],
    ['sigusr1', 10],
    [9, 9],
    [undefined, 0],
    [null, 0],
  ] as const) {
    const options = { deathSignal: given as 'SIGTERM', encoding: 'utf8' } as const;
    const expected = `${number}\n`;
    t.is(spawnSync('python3', args, options).stdout, expected);
    t.is(execFileSync('python3', args, options), expected);
    t.is(execSync(command, options), expected);
    const streams = [
      spawn('python3', args, options).stdout,
      exec(command, options).stdout,
      execFile('python3', args, options).stdout,
      fork('ignored', [], { execPath: 'python3', execArgv: args, silent: true, deathSignal: given as 'SIGTERM' })
        .stdout,
    ];
    const outputs = await Promise.all(streams.map((stream) => text(stream as NodeJS.ReadableStream)));
    t.deepEqual(outputs, [expected, expected, expected, expected]);
  }
});

const asRoot = testWhere(
  hasPython && process.getuid?.() === 0,
  'no Python to ask the kernel with, or this is not root',
);

asRoot('a change of identity does not undo it', (t) => {
  const options = { deathSignal: 'SIGTERM', uid: 65534, gid: 65534, cwd: '/', encoding: 'utf8' } as const;
  t.is(spawnSync('python3', ['-c', PRINT_SIGNAL], options).stdout, '15\n');
});

test('bad values are refused at the call', (t) => {
  const calls: ((options: object) => unknown)[] = [
    (options) => spawn('true', options),
    (options) => exec('true', options),
    (options) => execFile('true', options),
    (options) => fork('true', options),
    (options) => spawnSync('true', options),
    (options) => execSync('true', options),
    (options) => execFileSync('true', options),
  ];
  for (const call of calls) {
    for (const deathSignal of [true, {}, 1n, ['SIGTERM']]) {
      t.throws(() => call({ deathSignal }), {
        instanceOf: TypeError,
        code: 'ERR_INVALID_ARG_TYPE',
        message: /^The "options\.deathSignal" property must be one of type string or number\. Received /,
      });
    }
    for (const deathSignal of ['SIGWHAT', '', 0, -1, 1.5, 1000, Number.NaN]) {
      t.throws(() => call({ deathSignal }), { instanceOf: TypeError, code: 'ERR_UNKNOWN_SIGNAL' });
    }
  }
});
