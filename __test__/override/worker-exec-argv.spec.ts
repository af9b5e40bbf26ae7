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

const FLAGS = [
  ...['--expose-gc', '--no-deprecation', '--stack-size=900', '--max-http-header-size=9000'],
  // Stands for a flag of V8's.
  '--experimental-shadow-realm',
];

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

/** Odd arguments, and a program that has put members of a proxy's handler on `Object.prototype`. */
const ODD = `
  const { Worker } = require('node:worker_threads');
  for (const name of ['get', 'apply', 'getPrototypeOf']) Object.prototype[name] = () => { throw new Error('inherited'); };
  class Own extends Worker {}
  for (const args of [[], [5], ['1', null], ['./1.cjs', null], ['1', 5], ['1', { eval: true, execArgv: 5 }],
    ['1', { eval: true, execArgv: 'text' }], ['1', { eval: true, env: 5 }], ['1', { eval: true, execArgv: ['--no-such'] }]]) {
    try {
      new Own(...args).on('error', () => {});
      console.log('a worker');
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  const worker = new Own('1', { eval: true, execArgv: null });
  console.log(worker instanceof Own, worker instanceof Worker, Worker.name, Worker.length, typeof Worker.prototype.postMessage);
`;

for (const preload of ['override', 'register']) {
  test(`odd arguments of a worker are refused as by Node, and nothing is inherited by the proxy (${preload})`, (t) => {
    const folder = new ProgramFolder({ 'odd.cjs': ODD });
    t.teardown(() => folder.remove());
    const plain = folder.node(['odd.cjs']);
    const ours = folder.node(['--require', `rt-std/${preload}`, 'odd.cjs']);
    t.deepEqual([ours.stdout, ours.stderr], [plain.stdout, plain.stderr]);
    t.regex(plain.stdout, /ERR_INVALID_ARG_TYPE/);
  });
}

/** Options that are not ordinary properties, each of which says how often it is read. */
const UNUSUAL = `
  const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');
  if (!isMainThread) {
    parentPort.postMessage([workerData, process.env.A, process.argv.slice(2)]);
  } else {
    const reads = [];
    class Options {
      #data = 5;
      get workerData() { reads.push('workerData'); return this.#data; }
      get env() { return { A: 'own' }; }
      get argv() { return ['x']; }
    }
    const lists = [new Options(), Object.create({ workerData: 6, env: { A: 'inherited' }, execArgv: ['--no-warnings'] }),
      Object.freeze({ workerData: 7, execArgv: [] }), Object.defineProperty({}, 'argv', { value: ['hidden'] })];
    (async () => {
      for (const options of lists) {
        const worker = new Worker(__filename, options);
        console.log(JSON.stringify([await new Promise((resolve) => worker.on('message', resolve)), reads.splice(0)]));
      }
    })();
  }
`;

for (const preload of ['override', 'register']) {
  test(`options of a worker are read as Node reads them (${preload})`, (t) => {
    const folder = new ProgramFolder({ 'unusual.cjs': UNUSUAL });
    t.teardown(() => folder.remove());
    const plain = folder.node(['unusual.cjs']);
    const ours = folder.node(['--require', `rt-std/${preload}`, 'unusual.cjs']);
    t.deepEqual([ours.stdout, ours.stderr], [plain.stdout, plain.stderr]);
  });
}
