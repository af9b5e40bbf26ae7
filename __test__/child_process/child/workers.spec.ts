import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { theirs } from '../../support/modules';
import { LOADED_ADDONS, openSocketsOfSignals, testButOnWindows } from '../../support/portable';

/** The state letter of a process in /proc, or `undefined` when there is none. */
function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0];
  } catch {
    return undefined;
  }
}

const IN_WORKER = `
  const { parentPort } = require('node:worker_threads');
  const { spawn } = require('rt-std/child_process');
`;

test('a worker has children of its own', async (t) => {
  const worker = new Worker(
    `${IN_WORKER}
    const child = spawn('exit 5', { shell: true });
    child.on('close', (code) => parentPort.postMessage(code));`,
    { eval: true },
  );
  const [code, exitCode] = await Promise.all([
    new Promise((resolve) => worker.once('message', resolve)),
    new Promise((resolve) => worker.once('exit', resolve)),
  ]);
  t.deepEqual([code, exitCode], [5, 0]);
});

testButOnWindows('a terminated worker leaves no zombie of its children', 'it looks at /proc', async (t) => {
  const worker = new Worker(
    `${IN_WORKER}
    const children = Array.from({ length: 5 }, () => spawn('sleep', ['60'], { stdio: 'ignore' }));
    parentPort.postMessage(children.map((child) => child.pid));`,
    { eval: true },
  );
  const pids = await new Promise<number[]>((resolve) => worker.once('message', resolve));
  await worker.terminate();
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const deadline = Date.now() + 10_000;
  while (pids.some((pid) => stateOf(pid) !== undefined) && Date.now() < deadline) await sleep(5);
  t.deepEqual(
    pids.map(stateOf),
    pids.map(() => undefined),
  );
});

test('process.exit with living children and workers is clean', (t) => {
  const script = `
    const { Worker } = require('node:worker_threads');
    const { spawn } = require('rt-std/child_process');
    const mine = spawn('sleep', ['60']);
    const worker = new Worker(\`
      const child = require('rt-std/child_process').spawn('sleep', ['60']);
      require('node:worker_threads').parentPort.postMessage(child.pid);
    \`, { eval: true });
    worker.on('message', (pid) => { process.kill(pid); mine.kill(); process.exit(3); });
  `;
  const { status, signal, stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.deepEqual({ status, signal, stderr }, { status: 3, signal: null, stderr: '' });
});

test('the addon stays loaded when the only worker that has loaded it ends', (t) => {
  // A thread of the system may still be in it.
  const script = `
    const { Worker } = require('node:worker_threads');
    const before = ${LOADED_ADDONS}.length;
    const inWorker = \`
      const node = process.versions.deno === undefined ? process.execPath : 'node';
      require('rt-std/child_process').spawn(node, ['-e', '']).on('close', console.log);\`;
    new Worker(inWorker, { eval: true }).on('exit', () => console.log(before, ${LOADED_ADDONS}.length));`;
  // A preload may have loaded it before.
  const env = { ...process.env, RT_STD_BACKEND: 'native', NODE_OPTIONS: '' };
  const { stdout, stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env });
  t.deepEqual({ stdout, stderr }, { stdout: '0 null\n0 1\n', stderr: '' });
});

testButOnWindows('workers that are terminated while they spawn leave no descriptor', 'it looks at /proc', (t) => {
  // In a process of its own: it counts what the whole process has open.
  const script = `
    const { readdirSync, readlinkSync } = require('node:fs');
    const { setTimeout: sleep } = require('node:timers/promises');
    const { Worker } = require('node:worker_threads');
    const inWorker = \`
      const { execFile, spawn } = require('rt-std/child_process');
      const again = () => spawn('true', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }).on('exit', again);
      const collect = () => execFile('true', collect);
      const use = () => spawn('true').on('spawn', function () { this.stdout; }).on('exit', use);
      for (let index = 0; index < 4; index++) for (const start of [again, collect, use]) start();
      require('node:worker_threads').parentPort.postMessage('busy');\`;
    const target = (descriptor) => {
      try { return readlinkSync('/proc/self/fd/' + descriptor); } catch { return ''; }
    };
    const open = () => readdirSync('/proc/self/fd').filter((name) => /^socket|pidfd/.test(target(name))).length;
    (${openSocketsOfSignals})();
    // The addon holds a few sockets for the whole process.
    require('rt-std/child_process');
    (async () => {
      let before = 0;
      for (let round = 0; round < 20; round++) {
        // What the runtime itself opens once is there after the first; its children are reaped when
        // the count stays.
        for (let last = -1; round === 1 && last !== before; await sleep(50)) [last, before] = [before, open()];
        const worker = new Worker(inWorker, { eval: true });
        await new Promise((resolve) => worker.once('message', resolve));
        await sleep(round);
        await worker.terminate();
      }
      // The reaper still holds the last children.
      for (let wait = 0; wait < 100 && open() > before; wait++) await sleep(20);
      console.log(open() - before);
    })();`;
  const { stdout, stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.deepEqual([stdout, stderr], ['0\n', '']);
});
