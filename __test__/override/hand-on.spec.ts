import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';

/**
 * A program that says, from forked children and from workers started in every way, whether the
 * override is on there.
 */
const PROGRAM = `
  const { Worker, isMainThread, parentPort } = require('node:worker_threads');
  const childProcess = require('node:child_process');
  const report = () => ({
    overridden: childProcess.ChildProcess === require(process.env.RT_TEST_MODULE ?? 'rt-std/child_process').ChildProcess,
    options: process.env.NODE_OPTIONS,
    leftover: process.env.RT_STD_NODE_OPTIONS,
  });
  const EMPTY = { RT_TEST_MODULE: ${JSON.stringify(join(PACKAGE, 'dist', 'child_process', 'index.js'))} };
  const WAYS = [{}, { execArgv: [] }, { env: EMPTY }, { execArgv: [], env: EMPTY }];
  if (!isMainThread) parentPort.postMessage(report());
  else if (process.send) { process.send(report()); process.disconnect(); }
  else (async () => {
    const results = [];
    for (const way of [...WAYS, { cwd: '/', env: { ...process.env, ...EMPTY } }]) {
      results.push(await new Promise((resolve) => {
        const child = childProcess.fork(__filename, way);
        let message;
        child.on('message', (received) => { message = received; });
        child.on('close', () => resolve(message));
      }));
    }
    process.chdir('/');
    for (const way of WAYS) {
      results.push(await new Promise((resolve, reject) => {
        new Worker(__filename, way).on('message', resolve).on('error', reject);
      }));
    }
    console.log(JSON.stringify(results));
  })();
`;

test('forked children and workers are overridden, whatever their options are', (t) => {
  const folder = new ProgramFolder({ 'program.js': PROGRAM });
  for (const { way, outcome } of folder.inEveryWay('rt-std/override', 'program.js')) {
    t.is(outcome.stderr, '', way);
    const results = JSON.parse(outcome.stdout) as { overridden: boolean; options?: string; leftover?: string }[];
    t.is(results.length, 9, way);
    for (const { overridden, options, leftover } of results) {
      t.true(overridden, way);
      t.is(leftover, undefined, way);
      if (way !== 'NODE_OPTIONS') t.is(options, undefined, way);
    }
  }
  folder.remove();
});

test('a fork gets what its environment inherits', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      if (process.send) process.send([process.env.INHERITED, process.env.OWN, process.env.NODE_OPTIONS], () => process.disconnect());
      else {
        const env = Object.create({ ...process.env, INHERITED: 'yes' }, { OWN: { value: 'too', enumerable: true } });
        require('node:child_process').fork(__filename, { env, execArgv: [] }).on('message', (seen) => console.log(seen));
      }
    `,
  });
  for (const { way, outcome } of folder.inEveryWay('rt-std/override', 'program.js').slice(0, 2)) {
    t.is(outcome.stderr, '', way);
    t.is(outcome.stdout, "[ 'yes', 'too', null ]\n", way);
  }
  folder.remove();
});

test('the options objects of a fork and a worker are not changed', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { Worker, isMainThread, parentPort } = require('node:worker_threads');
      if (!isMainThread) parentPort.postMessage(process.execArgv);
      else if (process.send) { process.send(process.execArgv); process.disconnect(); }
      else require('node:child_process').fork(__filename, { execArgv: ['--stack-size=900'] }).on('message', (ofFork) => {
        new Worker(__filename, { execArgv: ['--no-warnings'] }).on('message', (ofWorker) => console.log(ofFork, ofWorker));
      });
    `,
  });
  for (const { way, outcome } of folder.inEveryWay('rt-std/override', 'program.js')) {
    t.is(outcome.stdout, "[ '--stack-size=900' ] [ '--no-warnings' ]\n", way);
  }
  folder.remove();
});
