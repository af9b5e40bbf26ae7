import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';

/**
 * Says what workers show as `process.execArgv`, for each way to start one, also inside a worker.
 */
const PROGRAM = `
  const { SHARE_ENV, Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
  const WAYS = {
    plain: {},
    'an environment': { env: { NAME: 'value' } },
    'the shared environment': { env: SHARE_ENV },
    'a list': { execArgv: ['--no-warnings'] },
    'an empty list and an environment': { execArgv: [], env: {} },
  };
  if (isMainThread || workerData === 'outer') {
    for (const [way, options] of Object.entries(WAYS)) {
      const worker = new Worker(__filename, { ...options, workerData: isMainThread && way === 'plain' ? 'outer' : 'inner' });
      worker.on('message', (seen) => {
        if (isMainThread) console.log(way, JSON.stringify(seen));
        else parentPort.postMessage(['inside: ' + way, seen]);
      });
    }
  }
  if (!isMainThread) parentPort.postMessage([process.execArgv, typeof gc]);
`;

const FLAGS = ['--expose-gc', '--no-deprecation', '--stack-size=900', '--max-http-header-size=9000'];

for (const preloads of [['override'], ['register'], ['override', 'register']]) {
  test(`workers show the arguments that Node shows in them, V8's flags too (${preloads.join(' and ')})`, (t) => {
    const folder = new ProgramFolder({ 'workers.cjs': PROGRAM });
    // Written in full, since the preloads write their names so.
    const loading = preloads.flatMap((name) => ['--require', join(PACKAGE, 'dist', name, 'index.js')]);
    const linesOf = (program: readonly string[]) => {
      const { stdout, stderr } = folder.node([...FLAGS, ...program, 'workers.cjs']);
      t.is(stderr, '');
      return stdout.trim().split('\n').sort();
    };
    const ours = linesOf(loading);
    const nodes = linesOf([]);
    folder.remove();
    t.is(nodes.length, 10);
    t.true(nodes.some((line) => line.includes('"--expose-gc"')));
    const hide = loading.map((argument) => `,${JSON.stringify(argument)}`).join('');
    t.deepEqual(
      ours.map((line) => line.replace(hide, '')),
      nodes,
    );
  });
}
