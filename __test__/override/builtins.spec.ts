import test from 'ava';
import { testButOnWindows } from '../support/portable';
import { ProgramFolder } from '../support/program';

const FILES = {
  'node_modules/dependency/index.js': `
    const { spawn } = require('child_process');
    exports.spawn = spawn;
  `,
  'commonjs.js': `
    const assert = require('node:assert');
    const { killTree, ...ours } = require('rt-std/child_process');
    const nodes = require('rt-std/override').originalModules().childProcess;
    for (const name of ['child_process', 'node:child_process']) {
      const module = require(name);
      for (const key of Object.keys(ours)) {
        assert.strictEqual(module[key].name, key);
        assert.notStrictEqual(module[key], nodes[key], key);
      }
      assert.strictEqual(module.ChildProcess, ours.ChildProcess);
      assert.ok(new module.ChildProcess() instanceof ours.ChildProcess);
      assert.ok(new ours.ChildProcess() instanceof module.ChildProcess);
      assert.strictEqual(module.killTree, undefined);
      assert.strictEqual(typeof module._forkChild, 'function');
    }
    const { spawn } = require('child_process');
    assert.strictEqual(require('dependency').spawn, spawn);
    assert.ok(require('rt-std/override').isOverridden());
    if (process.getBuiltinModule) assert.strictEqual(process.getBuiltinModule('child_process').spawn, spawn);
    const querystring = require('querystring');
    assert.strictEqual(querystring.stringify({ a: 'ü' }), 'a=%C3%BC');
    querystring.escape = () => 'replaced';
    assert.strictEqual(querystring.stringify({ a: 'ü' }), 'replaced=replaced');
    querystring.unescape = () => 'read';
    assert.deepEqual({ ...querystring.parse('%41=%42') }, { read: 'read' });
    const childProcess = require('child_process');
    childProcess.execFile = () => 'patched';
    assert.strictEqual(childProcess.exec('true'), 'patched');
    // Which is a module of its own.
    assert.strictEqual(ours.exec('true').constructor, ours.ChildProcess);
    console.log('all as expected');
  `,
  'module.mjs': `
    import assert from 'node:assert';
    import childProcess, { fork, spawn } from 'node:child_process';
    import { parse } from 'querystring';
    import { createRequire } from 'node:module';
    import override from 'rt-std/override';
    const nodes = override.originalModules().childProcess;
    assert.notStrictEqual(spawn, nodes.spawn);
    assert.notStrictEqual(fork, nodes.fork);
    assert.strictEqual(spawn, childProcess.spawn);
    assert.strictEqual(childProcess, createRequire(import.meta.url)('child_process'));
    assert.strictEqual(parse, createRequire(import.meta.url)('querystring').parse);
    assert.deepEqual({ ...parse('a=1') }, { a: '1' });
    console.log('all as expected');
  `,
  'off.js': `
    const assert = require('node:assert');
    assert.notStrictEqual(require('child_process').ChildProcess, require('rt-std/child_process').ChildProcess);
    assert.ok(!require('rt-std/override').isOverridden());
    console.log('all as expected');
  `,
};

for (const program of ['commonjs.js', 'module.mjs']) {
  test(`both modules are replaced for ${program}, its dependencies included`, (t) => {
    const folder = new ProgramFolder(FILES);
    for (const { way, outcome } of folder.inEveryWay('rt-std/override', program)) {
      t.deepEqual([outcome.stdout, outcome.stderr, outcome.status], ['all as expected\n', '', 0], way);
    }
    folder.remove();
  });
}

for (const word of ['off', '0', 'false', 'No']) {
  test(`RT_STD_OVERRIDE=${word} keeps Node's modules in a process`, (t) => {
    const folder = new ProgramFolder(FILES);
    const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'off.js'], { RT_STD_OVERRIDE: word });
    t.deepEqual([stdout, stderr], ['all as expected\n', '']);
    folder.remove();
  });
}

test('RT_STD_OVERRIDE with another value changes nothing, and one that is no word for on is a warning', (t) => {
  const folder = new ProgramFolder({ 'is.js': "console.log(require('rt-std/override').isOverridden())" });
  const run = (word: string) => folder.node(['--require', 'rt-std/override', 'is.js'], { RT_STD_OVERRIDE: word });
  for (const word of ['', '1', 'on', 'TRUE']) {
    const { stdout, stderr } = run(word);
    t.deepEqual([word, stdout, stderr], [word, 'true\n', '']);
  }
  const { stdout, stderr } = run('disabled');
  t.is(stdout, 'true\n');
  t.regex(stderr, /Warning: RT_STD_OVERRIDE is 'disabled', which is ignored: 'off' keeps Node's own modules/);
  folder.remove();
});

testButOnWindows("Node's behaviour holds where the reference differs", 'it looks at /proc', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { spawnSync } = require('child_process');
      const script = 'for n in 3 4 5; do readlink /proc/self/fd/$n || echo closed; done';
      const descriptor = require('node:fs').openSync('/dev/zero');
      const stdio = ['ignore', 'pipe', 'inherit', 'ignore', null];
      process.stdout.write(spawnSync('sh', ['-c', script], { stdio }).stdout);
      const message = { cmd: 'RT_MINE' };
      if (!process.send) {
        const child = require('child_process').fork(__filename);
        child.on('message', (received) => { console.log(received); child.disconnect(); });
      } else process.send(message);
    `,
  });
  const { stdout } = folder.node(['--require', 'rt-std/override', 'program.js']);
  t.is(stdout, `${'closed\n'.repeat(3)}${'closed\n'.repeat(3)}{ cmd: 'RT_MINE' }\n`);
  folder.remove();
});

for (const start of ['small', 'whole']) {
  test(`a child that loads no module gets each message that Node's gives it, after a ${start} start`, (t) => {
    const folder = new ProgramFolder({
      'program.js': `
        const child = require('child_process').fork('./child.js', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        child.send({ cmd: 'RT_MINE' });
        child.on('message', (message) => { console.log('answer', message); child.disconnect(); });
      `,
      'child.js': `
        for (const name of ['message', 'internalMessage']) process.on(name, (message) => process.send([name, message]));
      `,
    });
    t.teardown(() => folder.remove());
    const run = (args: readonly string[]): string =>
      folder.node([...args, 'program.js'], { RT_STD_DISABLE: start === 'whole' ? 'small-start' : undefined }).stdout;
    t.is(run(['--require', 'rt-std/override']), run([]));
  });
}

test("cluster's workers run and answer over its channel", (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const cluster = require('node:cluster');
      if (cluster.isPrimary) {
        const worker = cluster.fork();
        worker.on('message', (message) => { console.log('primary got', message); worker.send('bye'); });
        worker.on('exit', (code) => console.log('exit', code));
      } else {
        process.on('message', () => process.disconnect());
        process.send('hello');
      }
    `,
  });
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.js']);
  t.deepEqual([stdout, stderr], ['primary got hello\nexit 0\n', '']);
  folder.remove();
});
