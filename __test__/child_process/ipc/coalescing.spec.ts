import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { ours } from '../../support/modules';
import { IS_WINDOWS, testButOnWindows } from '../../support/portable';
import { fixture } from '../../support/program';
import { testOnNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';
import { event, MODULE_NAMES, SERIALIZATIONS } from './both-modules';

const run = promisify(execFile);

for (const serialization of SERIALIZATIONS) {
  test(`what was sent arrives although the program blocks its loop (${serialization})`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
    const child = ours.fork(fixture('ipc-collect.js'), { serialization, silent: true });
    await event(child, 'message');
    const files = [1, 2, 3].map((number) => join(folder, String(number)));
    for (const file of files) child.send({ file });
    const deadline = Date.now() + 60_000;
    // No tick and no event comes meanwhile.
    while (!files.every(existsSync) && Date.now() < deadline);
    t.true(files.every(existsSync));
    child.disconnect();
    await event(child, 'close');
    rmSync(folder, { recursive: true });
  });
}

/** Takes over ticks for a while, as fake timers do, and drops those that it was given. */
const dropTicks = (during: string, before = '') => `
  const child = childProcess.fork('-e', [\`process.on('message', (message) => {
    if (typeof message === 'string') process.send(message);
  });\`], { execArgv: [] });
  child.once('message', () => {
    const { nextTick } = process;
    ${before}
    process.nextTick = () => {};
    ${during}
    setTimeout(() => {
      process.nextTick = nextTick;
      let reported = 0;
      for (let index = 0; index < 10; index++) {
        child.send(index, () => {
          reported += 1;
          if (reported < 10) return;
          console.log(reported);
          child.disconnect();
        });
      }
    }, 100);
  });
  child.send('first');`;

testOnNode('messages leave, and are reported, after one that came or left while ticks were dropped', (t) => {
  for (const program of [dropTicks("child.send('sent');"), dropTicks('', "child.send('answered');")]) {
    const { ours: own, theirs } = runWithBoth(program);
    t.deepEqual(own, theirs);
    t.is(own.stdout, '10\n');
  }
});

test('a channel that was quiet is watched over again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
  const child = ours.fork(fixture('ipc-collect.js'), { silent: true });
  await event(child, 'message');
  for (let round = 0; round < 5; round++) {
    const file = join(folder, String(round));
    child.send('first');
    child.send({ file });
    while (!existsSync(file));
    // The thread that watches over a channel lets it go after a while; the rounds meet it before,
    // at, and after that.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25 * round);
    await turnOfTheLoop();
  }
  t.pass();
  child.disconnect();
  await event(child, 'close');
  rmSync(folder, { recursive: true });
});

const SENDER = `
  const { fork } = require('rt-std/child_process');
  // Not this program again: in a worker, nothing says that the arguments hold one.
  const child = fork(${JSON.stringify(fixture('ipc-collect.js'))}, { execArgv: [] });
  child.once('message', () => {
    for (let index = 0; index < 5; index++) child.send(index);
    END
  });
`;

for (const end of ['process.exit()', 'process.reallyExit(0)', "setImmediate(() => { throw new Error('uncaught') })"]) {
  test(`what was sent before ${end} arrives`, async (t) => {
    const program = SENDER.replace('END', end);
    const ended = run(process.execPath, ['-e', program], { cwd: __dirname });
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4]);
  });
}

test("what a listener of 'exit' sends arrives", async (t) => {
  const program = SENDER.replace('END', "process.on('exit', () => { child.send(5); child.send(6); }); process.exit();");
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: __dirname });
  t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4, 5, 6]);
});

for (const end of ['process.exit()', "require('node:worker_threads').parentPort.postMessage('sent'); for (;;);"]) {
  test(`what a worker sent before ${end} arrives`, async (t) => {
    const program = `
      const { Worker } = require('node:worker_threads');
      const worker = new Worker(${JSON.stringify(SENDER.replace('END', end))}, { eval: true });
      worker.on('message', () => worker.terminate());
    `;
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: __dirname });
    t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4]);
  });
}

test('what was sent before disconnect() arrives', async (t) => {
  const { stdout } = await run(process.execPath, ['-e', SENDER.replace('END', 'child.disconnect()')], {
    cwd: __dirname,
  });
  t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4]);
});

const SIGNALLING = {
  'kill()': (_pid: number, kill: () => void) => kill(),
  'execSync()': (pid: number) => ours.execSync(`kill -TERM ${pid}`),
  'spawnSync()': (pid: number) => ours.spawnSync('kill', ['-TERM', String(pid)]),
};

for (const [name, signal] of Object.entries(SIGNALLING)) {
  testButOnWindows(
    `what was sent before ${name} is there when that acts`,
    'a signal that a program gets is of POSIX',
    async (t) => {
      // Node: other runtimes do not read a descriptor by its number.
      const command = `unset NODE_CHANNEL_FD; exec node '${fixture('ipc-unread-at-signal.js')}'`;
      const child = ours.spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      await event(child.stdout as NonNullable<typeof child.stdout>, 'data');
      for (let index = 0; index < 5; index++) child.send(index);
      signal(child.pid as number, () => child.kill());
      await event(child, 'close');
      t.is(output, 'ready\n0\n1\n2\n3\n4\n');
    },
  );
}

for (const end of ['process.abort()', "process.kill(process.pid, 'SIGKILL')", "process.kill(process.pid, 'SIGTERM')"]) {
  test(`what was sent before ${end} arrives`, async (t) => {
    const program = SENDER.replace('END', `${end}; for (;;);`);
    // Without a file of its memory.
    const shell = ['-c', `ulimit -c 0; exec '${process.execPath}' -e "$1"`, 'sh', program];
    const [file, args] = IS_WINDOWS ? [process.execPath, ['-e', program]] : ['sh', shell];
    const ended = run(file as string, args as string[], { cwd: __dirname });
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4]);
  });
}

test('the functions of process that end it look as before once a channel is open', async (t) => {
  const program = (fork: string) => `
    ${fork};
    const names = ['_kill', 'kill', 'abort', 'execve'].filter((name) => name in process);
    console.log(JSON.stringify(names.map((name) => [name, process[name].name, process[name].length, process[name].toString()])));
    process.exit();
  `;
  const [own, node] = await Promise.all(
    [`require('${MODULE_NAMES.ours}').fork(${JSON.stringify(fixture('ipc-echo.js'))})`, ''].map((fork) =>
      run(process.execPath, ['-e', program(fork)], { cwd: __dirname }),
    ),
  );
  t.is(own?.stdout, node?.stdout);
});

const withExecve = testWhere(!IS_WINDOWS && 'execve' in process, 'there is no process.execve');

withExecve('what was sent before process.execve() arrives', async (t) => {
  const { stdout } = await run(
    process.execPath,
    ['-e', SENDER.replace('END', "process.execve('/bin/sh', ['sh', '-c', 'sleep 1'], process.env)")],
    { cwd: __dirname },
  );
  t.deepEqual(JSON.parse(stdout), [0, 1, 2, 3, 4]);
});
