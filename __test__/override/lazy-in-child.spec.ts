import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';
import { PRELUDE } from './lazy-prelude';

/**
 * Node itself has loaded `child_process` in a forked child; each of these is one, and ends with the
 * line `ok`.
 */
const CHILDREN: Record<string, string> = {
  'nothing of ours is loaded in a child that does not ask for it.cjs': `
    const files = Object.keys(require.cache).filter((file) => !file.startsWith(__dirname + require('node:path').sep));
    if (files.some((file) => /child_process.(index|spawn|child-process).js$/.test(file))) throw new Error(files.join());
    console.log('ok');
  `,
  'require, whose exports are plain properties.cjs': `${PRELUDE}
    assert.ok(isLoaded('child_process'));
    const childProcess = require('child_process');
    const descriptor = Object.getOwnPropertyDescriptor(childProcess, 'spawn');
    assert.ok(isOurs(descriptor.value));
    assert.deepEqual(Object.values(Object.getOwnPropertyDescriptors(childProcess)).filter(({ get }) => get), []);
    assert.equal(typeof childProcess._forkChild, 'function');
    console.log('ok');
  `,
  'import.mjs': `
    import { strict as assert } from 'node:assert';
    import childProcess, { spawn } from 'node:child_process';
    import override from 'rt-std/override';
    const nodes = override.originalModules().childProcess;
    assert.notEqual(spawn, nodes.spawn);
    assert.notEqual(childProcess.fork, nodes.fork);
    console.log('ok');
  `,
  'getBuiltinModule, and an assignment before the first read.cjs': `${PRELUDE}
    const childProcess = process.getBuiltinModule?.('child_process') ?? require('child_process');
    childProcess.exec = 'assigned';
    assert.equal(childProcess.exec, 'assigned');
    assert.ok(isOurs(childProcess.spawn));
    console.log('ok');
  `,
  'mock.method of node-test in a child.cjs': `${PRELUDE}
    const { mock } = require('node:test');
    const childProcess = require('node:child_process');
    mock.method(childProcess, 'spawn', () => 'mocked');
    assert.equal(childProcess.spawn('a'), 'mocked');
    console.log('ok');
  `,
  'cluster as a primary in a child.cjs': `${PRELUDE}
    const cluster = require('node:cluster');
    if (cluster.isPrimary) {
      const worker = cluster.fork();
      assert.ok(worker.process instanceof require('rt-std/child_process').ChildProcess);
      worker.on('exit', (code) => { console.log(code === 0 ? 'ok' : code); });
    } else process.disconnect();
  `,
  'isOverridden.cjs': `${PRELUDE}
    assert.ok(require('rt-std/override').isOverridden());
    assert.ok(isOurs(require('child_process').spawn));
    console.log('ok');
  `,
};

testOnNode('what is loaded, and when, in a forked child', (t) => {
  const folder = new ProgramFolder({
    ...CHILDREN,
    'parent.cjs':
      "require('node:child_process').fork(process.argv[2]).on('exit', (code) => { process.exitCode = code; });",
  });
  for (const program of Object.keys(CHILDREN)) {
    const channel = program.startsWith('nothing') ? 'off' : 'on';
    const args = ['--require', 'rt-std/override', 'parent.cjs', program];
    const { stdout, stderr, status } = folder.node(args, { RT_STD_CHANNEL: channel });
    t.deepEqual([stdout, stderr, status], ['ok\n', '', 0], program);
  }
  folder.remove();
});
