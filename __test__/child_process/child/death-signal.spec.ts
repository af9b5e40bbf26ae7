/** The option `deathSignal`: whatever way this process ends, the child does too. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import childProcess from 'rt-std/child_process';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

/** The proof by numbers: `RT_ORPHANS_COUNT=200 npm test -- death-signal`. */
const ROUNDS = Number(process.env.RT_ORPHANS_COUNT ?? 5);

/** What ends the process of which this is the program. */
const ENDS = {
  'process.exit()': 'process.exit(0)',
  'an exception': "throw new Error('expected')",
  SIGTERM: "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)",
  SIGKILL: "process.kill(process.pid, 'SIGKILL')",
  'process.abort()': 'process.abort()',
};

/** Starts a child that ignores what can be ignored, says its number, and ends. */
function parentProgram(end: string): string {
  return `
    const { spawn } = require('rt-std/child_process');
    const { writeSync } = require('node:fs');
    const script = 'trap "" TERM HUP INT PIPE; echo ready; while :; do sleep 60; done';
    const options = { deathSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'ignore'] };
    const child = spawn('sh', ['-c', script], options);
    child.stdout.once('data', () => { writeSync(1, child.pid + ' '); ${end}; });`;
}

function inWorker(program: string): string {
  return `
    const { Worker } = require('node:worker_threads');
    // The end of the worker is that of the program, which has nothing else to do.
    new Worker(${JSON.stringify(program)}, { eval: true });`;
}

/** Whether a process runs; one that has ended and was not reaped does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

for (const [title, end] of Object.entries(ENDS)) {
  for (const place of ['the main thread', 'a worker'] as const) {
    test(`a child ends within 100 ms of ${title} in ${place}, ${ROUNDS} times`, async (t) => {
      for (let round = 0; round < ROUNDS; round++) {
        const program = place === 'a worker' ? inWorker(parentProgram(end)) : parentProgram(end);
        const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
        let output = '';
        parent.stdout.on('data', (data) => {
          output += data;
        });
        await once(parent, 'close');
        const pid = Number(output);
        t.true(pid > 1, output);
        const limit = performance.now() + 100;
        while (isAlive(pid) && performance.now() < limit) await pause(2);
        t.false(isAlive(pid), `round ${round}`);
      }
    });
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
const withPython = hasPython ? test : test.skip;
const because = hasPython ? '' : ' (skipped: no Python to ask the kernel with)';

withPython(`every function sets the signal that is given by name or number, and none without${because}`, async (t) => {
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

withPython(`a change of identity does not undo it${because}`, (t) => {
  if (process.getuid?.() !== 0) {
    t.log('skipped: only root can change identity');
    t.pass();
    return;
  }
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
