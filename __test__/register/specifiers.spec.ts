import test from 'ava';
import { ProgramFolder } from '../support/program';

const REPORT = `
  const childProcess = require('rt:child_process');
  const querystring = require('rt:querystring');
  const same = childProcess === require('rt-std/child_process') && querystring.stringify({ a: 1 }) === 'a=1';
`;

const FILES = {
  'commonjs.js': `
    ${REPORT}
    const assert = require('node:assert');
    const { createRequire } = require('node:module');
    assert.ok(same);
    assert.strictEqual(createRequire(__filename)('rt:child_process'), childProcess);
    assert.throws(() => require('rt:nothing'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE', message: /rt:nothing/ });
    (async () => {
      assert.strictEqual((await import('rt:child_process')).default, childProcess);
      await assert.rejects(import('rt:nothing'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE', message: /rt:nothing/ });
      console.log('all as expected');
    })();
  `,
  'module.mjs': `
    import assert from 'node:assert';
    import { createRequire } from 'node:module';
    import childProcess, { spawn, ChildProcess } from 'rt:child_process';
    import querystring, { parse } from 'rt:querystring';
    const require = createRequire(import.meta.url);
    assert.strictEqual(require('rt:child_process'), childProcess);
    assert.strictEqual(require('rt:querystring'), querystring);
    assert.ok(spawn('true') instanceof ChildProcess);
    assert.deepEqual({ ...parse('a=1') }, { a: '1' });
    console.log('all as expected');
  `,
  'elsewhere.js': `
    const { Worker, isMainThread, parentPort } = require('node:worker_threads');
    ${REPORT}
    if (!isMainThread) parentPort.postMessage(same);
    else if (process.send) { process.send(same); process.disconnect(); }
    else (async () => {
      const { fork } = childProcess;
      for (const way of [{}, { execArgv: [] }, { env: {} }]) {
        console.log(await new Promise((resolve) => fork(__filename, way).on('message', resolve)));
        console.log(await new Promise((resolve) => new Worker(__filename, way).on('message', resolve)));
      }
    })();
  `,
};

for (const program of ['commonjs.js', 'module.mjs']) {
  test(`the specifiers are real in ${program}`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const { way, outcome } of folder.inEveryWay('rt-std/register', program)) {
      t.deepEqual([outcome.stdout, outcome.stderr, outcome.status], ['all as expected\n', '', 0], way);
    }
    folder.remove();
  });
}

test('the specifiers are real in forked children and workers', (t) => {
  const folder = new ProgramFolder(FILES);
  for (const { way, outcome } of folder.inEveryWay('rt-std/register', 'elsewhere.js')) {
    t.deepEqual([outcome.stdout, outcome.stderr], ['true\n'.repeat(6), ''], way);
  }
  folder.remove();
});
