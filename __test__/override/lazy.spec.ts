import test from 'ava';
import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';
import { PRELUDE } from './lazy-prelude';

/** Each ends with the line `ok`; what Node's module would do, it says by assertions. */
const PROGRAMS: Record<string, string> = {
  'nothing of Node is loaded for it.cjs': `
    const { moduleLoadList } = process;
    for (const name of ['child_process', 'worker_threads', 'net', 'dgram', 'stream', 'internal/modules/esm/hooks'])
      if (moduleLoadList.includes('NativeModule ' + name)) throw new Error(name);
    const files = Object.keys(require.cache).filter((file) => !file.startsWith(__dirname + require('node:path').sep));
    if (files.some((file) => /\\.node$|child_process.(index|spawn|child-process)/.test(file))) throw new Error(files.join());
    console.log('ok');
  `,
  'require.cjs': `${PRELUDE}
    const { spawn } = require('child_process');
    assert.ok(isOurs(spawn));
    console.log('ok');
  `,
  'import star.mjs': `
    import * as all from 'node:child_process';
    import ours from 'rt-std/child_process';
    import override from 'rt-std/override';
    import { strict as assert } from 'node:assert';
    const nodes = override.originalModules().childProcess;
    // Node's module has no such function, under the override neither.
    const { killTree, ...asNode } = ours;
    for (const name of Object.keys(asNode)) assert.ok(typeof all[name] === 'function' && all[name] !== nodes[name], name);
    assert.equal(all.killTree, undefined);
    assert.equal(all.default.spawn, all.spawn);
    console.log('ok');
  `,
  'default import.mjs': `
    import childProcess from 'child_process';
    import { createRequire } from 'node:module';
    import { strict as assert } from 'node:assert';
    const require = createRequire(import.meta.url);
    assert.notEqual(childProcess.fork, require('rt-std/override').originalModules().childProcess.fork);
    assert.equal(childProcess, require('child_process'));
    console.log('ok');
  `,
  'dynamic import.cjs': `${PRELUDE}
    import('child_process').then(({ spawn, default: all }) => {
      assert.ok(isOurs(spawn));
      assert.equal(all.spawn, spawn);
      console.log('ok');
    });
  `,
  'getBuiltinModule.cjs': `${PRELUDE}
    const { spawn } = process.getBuiltinModule?.('child_process') ?? require('child_process');
    assert.ok(isOurs(spawn));
    console.log('ok');
  `,
  'createRequire.cjs': `${PRELUDE}
    const { spawn } = require('node:module').createRequire('/')('node:child_process');
    assert.ok(isOurs(spawn));
    console.log('ok');
  `,
  'syncBuiltinESMExports before and after.mjs': `
    import { syncBuiltinESMExports } from 'node:module';
    import { strict as assert } from 'node:assert';
    syncBuiltinESMExports();
    const all = await import('node:child_process');
    const { default: override } = await import('rt-std/override');
    const { spawn } = all;
    assert.notEqual(spawn, override.originalModules().childProcess.spawn);
    all.default.spawn = 'mine';
    assert.equal(all.spawn, spawn);
    syncBuiltinESMExports();
    assert.equal(all.spawn, 'mine');
    console.log('ok');
  `,
  'the exports are plain properties.cjs': `${PRELUDE}
    for (const name of ['child_process', 'querystring']) {
      const all = require(name);
      const nodes = require('rt-std/override').originalModules()[name === 'querystring' ? name : 'childProcess'];
      assert.deepEqual(Object.keys(all), Object.keys(nodes));
      for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(all))) {
        assert.deepEqual(
          { ...descriptor, value: typeof descriptor.value },
          { value: typeof nodes[key], writable: true, enumerable: true, configurable: true },
        );
      }
      assert.deepEqual(Object.keys({ ...all }), Object.keys(nodes));
    }
    console.log('ok');
  `,
  'what a program assigns or defines stays.cjs': `${PRELUDE}
    const childProcess = require('child_process');
    childProcess.spawn = 'assigned';
    Object.defineProperty(childProcess, 'fork', { value: 'defined', writable: true, configurable: true });
    assert.equal(require('node:child_process').spawn, 'assigned');
    assert.equal(require('node:child_process').fork, 'defined');
    const querystring = require('querystring');
    querystring.escape = () => 'escaped';
    const { parse } = querystring;
    querystring.parse = (...values) => ['mine', parse(...values)];
    assert.equal(querystring.stringify({ a: 1 }), 'escaped=escaped');
    assert.deepEqual(querystring.parse('a=1')[1], Object.assign(Object.create(null), { a: '1' }));
    assert.equal(querystring.parse('')[0], 'mine');
    console.log('ok');
  `,
  'a function that was taken out before the first call goes on working.mjs': `
    import { parse, escape, unescape, unescapeBuffer, stringify, decode, encode } from 'node:querystring';
    import { strict as assert } from 'node:assert';
    const taken = { parse, escape, unescape, unescapeBuffer, stringify, decode, encode };
    for (let round = 0; round < 2; round++) {
      assert.equal(taken.stringify({ a: ['ü', 1] }, ';', ':'), 'a:%C3%BC;a:1');
      assert.equal(taken.escape('ü'), '%C3%BC');
      assert.equal(taken.unescape('%C3%BC'), 'ü');
      assert.equal(String(taken.unescapeBuffer('a+%20', true)), 'a  ');
      assert.deepEqual({ ...taken.decode('a:1;b:2', ';', ':', { maxKeys: 1 }) }, { a: '1' });
      assert.equal(taken.encode({ a: 1 }, null, null, { encodeURIComponent: () => 'x' }), 'x=x');
    }
    console.log('ok');
  `,
  'frozen exports.cjs': `${PRELUDE}
    const querystring = Object.freeze(require('querystring'));
    assert.equal(querystring.stringify({ a: 'ü' }), 'a=%C3%BC');
    console.log('ok');
  `,
  'mock.method of node-test.cjs': `${PRELUDE}
    const { mock } = require('node:test');
    const querystring = require('querystring'), childProcess = require('child_process');
    mock.method(querystring, 'parse', () => 'mocked');
    mock.method(childProcess, 'spawn', () => 'mocked too');
    assert.equal(querystring.parse('a'), 'mocked');
    assert.equal(childProcess.spawn('a'), 'mocked too');
    mock.restoreAll();
    assert.equal(querystring.parse('a=1').a, '1');
    assert.ok(isOurs(childProcess.spawn));
    console.log('ok');
  `,
  'cluster, which takes fork from the module.cjs': `${PRELUDE}
    const cluster = require('node:cluster');
    assert.ok(isLoaded('child_process'));
    if (cluster.isPrimary) {
      const worker = cluster.fork();
      assert.ok(worker.process instanceof require('rt-std/child_process').ChildProcess);
      worker.on('exit', (code) => console.log(code === 0 ? 'ok' : code));
    } else process.disconnect();
  `,
  'the list of loaded modules stays an array.cjs': `${PRELUDE}
    const { moduleLoadList: list } = process;
    const { length } = list;
    assert.ok(Array.isArray(list) && list instanceof Array);
    assert.deepEqual(Object.keys(list).length, length);
    require('node:child_process');
    require('node:worker_threads');
    assert.ok(list.length > length);
    assert.deepEqual(list.slice(length).filter((name) => /NativeModule (child_process|worker_threads)$/.test(name)).length, 2);
    assert.equal(list.length, Object.keys(list).length);
    assert.equal(Object.getPrototypeOf(list), Array.prototype);
    console.log('ok');
  `,
  'a worker.cjs': `${PRELUDE}
    const { Worker, isMainThread, parentPort } = require('node:worker_threads');
    if (isMainThread) new Worker(__filename).on('message', (answer) => console.log(answer));
    else parentPort.postMessage(isOurs(require('child_process').spawn) ? 'ok' : 'not ours');
  `,
};

testOnNode(`what is loaded, and when, in each way to reach the modules`, (t) => {
  const folder = new ProgramFolder(PROGRAMS);
  for (const program of Object.keys(PROGRAMS)) {
    const outcome = folder.node(['--require', 'rt-std/override', program]);
    t.deepEqual([outcome.stdout, outcome.stderr, outcome.status], ['ok\n', '', 0], program);
    if (program.startsWith('nothing')) continue;
    const imported = folder.node(['--import', 'rt-std/override', program]);
    t.deepEqual([imported.stdout, imported.stderr, imported.status], ['ok\n', '', 0], `${program}, --import`);
  }
  folder.remove();
});

testOnNode('a preload that has imported the modules before gets our functions too', (t) => {
  const folder = new ProgramFolder({
    'before.mjs': `
      import * as childProcess from 'node:child_process';
      import * as querystring from 'node:querystring';
      globalThis.before = { childProcess, querystring };
    `,
    'program.cjs': `
      const nodes = require('rt-std/override').originalModules().childProcess;
      console.log(before.childProcess.spawn !== nodes.spawn, before.querystring.parse === require('querystring').parse);
    `,
  });
  const args = ['--import', './before.mjs', '--import', 'rt-std/override', 'program.cjs'];
  const { stdout, stderr } = folder.node(args);
  t.deepEqual([stdout, stderr], ['true true\n', '']);
  folder.remove();
});

test('an ES module that has imported querystring before sees what the override puts there', (t) => {
  const folder = new ProgramFolder({
    'program.mjs': `
      import { createRequire } from 'node:module';
      import querystring, { parse } from 'node:querystring';
      const before = parse;
      createRequire(import.meta.url)('rt-std/override');
      console.log(parse !== before, parse === querystring.parse);`,
  });
  t.teardown(() => folder.remove());
  t.is(folder.node(['program.mjs']).stdout, 'true true\n');
});

test('the preload warns of nothing that is deprecated', (t) => {
  const folder = new ProgramFolder({ 'program.cjs': "console.log('noDeprecation' in process);" });
  t.teardown(() => folder.remove());
  for (const option of ['--pending-deprecation', '--trace-deprecation', '--no-deprecation']) {
    const plain = folder.node([option, 'program.cjs']);
    const { stdout, stderr } = folder.node([option, '--require', 'rt-std/override', 'program.cjs']);
    t.deepEqual([stdout, stderr], [plain.stdout, plain.stderr], option);
  }
});
