// Libraries that keep a value for each asynchronous resource, from its `init` to its `destroy`
// (cls-hooked, older versions of OpenTelemetry's context manager).

import { runWithBoth } from '../../support/both-programs';
import { testOnNode } from '../../support/same-as-node';

const STORE = `
  const { createHook, executionAsyncId } = require('node:async_hooks');
  const stored = new Map();
  createHook({
    init(id) {
      if (stored.has(executionAsyncId())) stored.set(id, stored.get(executionAsyncId()));
    },
    destroy: (id) => void stored.delete(id),
  }).enable();
  stored.set(executionAsyncId(), 'mine');
  const seen = [];
  const see = (name) => () => seen.push(name + ' ' + stored.get(executionAsyncId()));
  process.on('exit', () => console.log(seen.sort().join('\\n')));
`;

const STARTS: Record<string, string> = {
  'exec and execFile': `
    childProcess.exec('echo', see('exec')).on('exit', see('exit')).on('close', see('close'));
    childProcess.execFile('false', see('execFile'));
    childProcess.exec('exit 3', { timeout: 60_000 }, see('exec with a timeout'));`,
  'a program that is missing': `
    childProcess.exec('no-such-program', see('exec'));
    childProcess.spawn('no-such-program').on('error', see('error')).on('close', see('close'));`,
  'streams that nobody uses': `
    childProcess.spawn('echo').on('exit', see('exit')).on('close', see('close'));
    childProcess.spawn('true', { stdio: 'ignore' }).on('exit', see('exit')).on('close', see('close'));`,
  'an output that is used': `
    const child = childProcess.spawn('echo', ['a']);
    child.stdout.on('data', see('data')).on('end', see('end'));
    child.on('exit', see('exit')).on('close', see('close'));`,
};

for (const [title, start] of Object.entries(STARTS)) {
  testOnNode(`what is stored for an asynchronous resource is there in the events of ${title}`, (t) => {
    const { ours, theirs } = runWithBoth(STORE + start);
    t.deepEqual(ours, theirs);
    t.regex(ours.stdout, /mine/);
  });
}

testOnNode('a child is destroyed once, when it is over', (t) => {
  const program = `
    const { createHook } = require('node:async_hooks');
    const ids = new Set();
    let destroyed = 0;
    createHook({
      init: (id, type) => void (type === 'PROCESSWRAP' && ids.add(id)),
      destroy: (id) => void (ids.has(id) && destroyed++),
    }).enable();
    const over = (call) => new Promise(call);
    (async () => {
      await over((resolve) => childProcess.exec('echo', resolve));
      await over((resolve) => childProcess.spawn('echo').on('close', resolve));
      await over((resolve) => childProcess.spawn('true', { stdio: 'ignore' }).on('close', resolve));
      await over((resolve) => childProcess.exec('no-such-program', resolve));
      await over((resolve) => setTimeout(resolve, 50));
      console.log(ids.size, destroyed);
    })();
  `;
  const { ours, theirs } = runWithBoth(program);
  t.deepEqual(ours, theirs);
});
