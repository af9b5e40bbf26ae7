import { createRequire } from 'node:module';
import test from 'ava';
import { theirs } from '../../support/modules';

test('CommonJS and ES modules share one instance', (t) => {
  const script = `
    import assert from 'node:assert';
    import { createRequire } from 'node:module';
    import childProcess, { spawn, exec, ChildProcess } from 'rt-std/child_process';
    import * as both from 'rt-std';
    const required = createRequire(import.meta.url)('rt-std/child_process');
    assert.strictEqual(childProcess, required);
    assert.strictEqual(spawn, required.spawn);
    assert.strictEqual(both.child_process, required);
    assert.ok(spawn('true') instanceof ChildProcess);
  `;
  const { stderr, status } = theirs.spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  t.deepEqual({ stderr, status }, { stderr: '', status: 0 });
});

test('the exports are the public ones of Node and killTree, as plain writable properties', (t) => {
  const required = createRequire(__filename)('rt-std/child_process') as object;
  const names = Object.keys(theirs).filter((name) => name !== 'default' && name !== '_forkChild');
  t.deepEqual(Object.keys(required).sort(), [...names, 'killTree'].sort());
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(required)).filter((d) => d.enumerable)) {
    t.true(descriptor.writable);
  }
});
