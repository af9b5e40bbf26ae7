import test from 'ava';
import { theirs } from '../../support/modules';
import { NODE } from '../../support/portable';
import { PACKAGE } from '../../support/program';

const CHILDREN = `
  const { execFile, spawn } = require('rt-std/child_process');
  const children = [
    spawn('sleep', ['0.2'], { stdio: 'ignore' }),
    spawn(${JSON.stringify(NODE)}, ['-e', "console.log('output'); setTimeout(() => {}, 200)"]),
    spawn('no-such-program').on('error', () => {}),
    spawn('sleep', ['1'], { timeout: 100, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }),
    spawn('sleep', ['1'], { signal: AbortSignal.timeout(100) }).on('error', () => {}),
  ];
  execFile('echo', ['output'], () => {});
`;

/** What ends the program, by the moment. */
const MOMENTS: Record<string, string> = {
  'at once': 'end();',
  'in a tick': 'process.nextTick(end);',
  'in a microtask': 'Promise.resolve().then(end);',
  'in a later turn': 'setImmediate(end);',
  'when a child has started': "children[0].on('spawn', end);",
  'when a child writes': "children[1].stdout.on('data', end);",
  'when a spawn has failed': "children[2].on('error', end);",
  'when a child has ended': "children[0].on('exit', end);",
  'when a child is closed': "children[1].on('close', end);",
  'when a child was killed': "children[3].on('exit', end);",
  'when a child was aborted': "children[4].on('error', end);",
  'when its channel is closed': "children[3].on('disconnect', end);",
  'when a command has ended': "execFile('true', end);",
};

/** Ways to end. */
const ENDS: Record<string, { code: string; status: number }> = {
  'process.exit': { code: 'const end = () => process.exit(3);', status: 3 },
  'an exception': {
    code: "process.on('uncaughtException', () => process.exit(4)); const end = () => { throw new Error('the end'); };",
    status: 4,
  },
};

for (const [way, { code, status }] of Object.entries(ENDS)) {
  for (const [moment, program] of Object.entries(MOMENTS)) {
    test(`${way} ${moment} ends the program cleanly, with children running`, (t) => {
      const run = theirs.spawnSync(process.execPath, ['-e', code + CHILDREN + program], {
        cwd: PACKAGE,
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 60_000,
      });
      t.deepEqual([run.status, run.signal, String(run.stderr)], [status, null, '']);
    });

    test(`${way} ${moment} ends a worker cleanly, with children running`, (t) => {
      const script = `
        const { Worker } = require('node:worker_threads');
        const worker = new Worker(${JSON.stringify(code + CHILDREN + program)}, { eval: true });
        worker.on('exit', (status) => { console.log(status); });`;
      const run = theirs.spawnSync(process.execPath, ['-e', script], {
        cwd: PACKAGE,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
      });
      t.deepEqual([run.status, run.signal, String(run.stdout), String(run.stderr)], [0, null, `${status}\n`, '']);
    });
  }
}
