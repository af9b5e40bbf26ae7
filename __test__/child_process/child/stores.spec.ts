import { runWithBoth } from '../../support/both-programs';
import { IS_WINDOWS } from '../../support/portable';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or there are no programs such as echo');

const PROLOGUE = `
  const { AsyncLocalStorage } = require('node:async_hooks');
  const { inspect } = require('node:util');
  const storage = new AsyncLocalStorage();
  const note = (what) => console.log(what, '@', storage.getStore());
  const fail = () => { throw new Error('of a listener'); };
  process.on('uncaughtException', (error) => note(error.message));
`;

/** What throws, in a store of its own. */
const THROWING: Record<string, string> = {
  "'exit'": "childProcess.spawn('true', { stdio: 'ignore' }).on('exit', fail)",
  "'exit' of a child with streams": "childProcess.spawn('echo', ['hi']).on('exit', fail)",
  "'close'": "childProcess.spawn('true', { stdio: 'ignore' }).on('close', fail)",
  "'close' of a child with streams": "childProcess.spawn('echo', ['hi']).on('close', fail)",
  "'close' of a child whose streams are used":
    "childProcess.spawn('echo', ['hi']).on('close', fail).stdout.on('data', () => {})",
  "'error'": "childProcess.spawn('no-such-program').on('error', fail)",
  'the callback of exec': "childProcess.exec('echo hi', fail)",
  'the callback of a failed exec': "childProcess.exec('exit 3', fail)",
  'the callback of a missing program': "childProcess.execFile('no-such-program', fail)",
  "'exit' of a forked child": "childProcess.fork('/dev/null').on('exit', fail)",
  "'close' of a forked child": "childProcess.fork('/dev/null').on('close', fail)",
};

for (const [what, call] of Object.entries(THROWING)) {
  testHere(`an exception of ${what} is reported in the AsyncLocalStorage of the call`, (t) => {
    for (const RT_STD_DISABLE of ['', 'all']) {
      const { ours, theirs } = runWithBoth(`${PROLOGUE} storage.run('the call', () => ${call});`, [], {
        RT_STD_DISABLE,
      });
      t.deepEqual(ours, theirs, RT_STD_DISABLE);
      t.is(ours.stdout.split('@ the call').length, 2);
    }
  });
}

/** What a listener of `'exit'` does in another store. */
const LOOKING: Record<string, string> = {
  prints: 'inspect(child)',
  'makes a text of': 'JSON.stringify(child)',
  'asks for a stream of': 'child.stderr',
  'reads from': "child.stdout.on('data', () => {})",
  nothing: '',
};

for (const [what, look] of Object.entries(LOOKING)) {
  testHere(`the AsyncLocalStorage of the call is seen behind a listener that ${what} the child in another`, (t) => {
    const { ours, theirs } = runWithBoth(`${PROLOGUE}
      const followed = (child) => child
        .on('exit', () => storage.run('of the listener', () => { ${look}; }))
        .on('close', () => note('close'));
      const inCall = (callback) => storage.run('the call', callback);
      inCall(() => {
        followed(childProcess.execFile('echo', ['hi'], () => {
          note('callback');
          setImmediate(() => inCall(() => followed(childProcess.spawn('echo', ['hi']))));
        }));
      });`);
    t.deepEqual(ours, theirs);
    t.is(ours.stdout.split('@ the call').length, 4);
  });
}

testHere('messages that came before are read in the AsyncLocalStorage of who listens', (t) => {
  const { ours, theirs } = runWithBoth(`${PROLOGUE}
    const { writeFileSync, rmSync } = require('node:fs');
    const path = require('node:path').join(require('node:os').tmpdir(), 'rt-std-stores-' + process.pid + '.cjs');
    writeFileSync(path, "process.send('one'); process.send('two'); process.on('disconnect', () => {});");
    const child = storage.run('the call', () => childProcess.fork(path, { execArgv: [], silent: true }));
    setTimeout(() => storage.run('the listener', () => {
      let count = 0;
      child.on('message', (message) => {
        note(message);
        if (++count < 2) return;
        setImmediate(() => child.disconnect());
        rmSync(path);
      });
    }), 1_500);
  `);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout, 'one @ the listener\ntwo @ the listener\n');
});

testHere('what is thrown and is no error is reported, too', (t) => {
  for (const thrown of ["'a text'", 'null', 'undefined', '{ toString: null }']) {
    const { ours, theirs } = runWithBoth(`
      process.on('uncaughtException', (thrown) => console.log(thrown));
      childProcess.execFile('echo', ['hi'], () => { throw ${thrown}; });
      childProcess.spawn('true', { stdio: 'ignore' }).on('exit', () => { throw ${thrown}; });`);
    t.deepEqual(ours, theirs, thrown);
  }
});

testHere('a listener that throws within what reports an exception ends the process as with Node’s module', (t) => {
  const { ours, theirs } = runWithBoth(`
    process.on('uncaughtException', () => { process.exitCode = 3; throw new Error('again'); });
    process.on('exit', (code) => console.log('code', code));
    childProcess.execFile('echo', ['hi'], () => { throw new Error('once'); });`);
  t.deepEqual([ours.status, ours.signal, ours.stdout], [theirs.status, theirs.signal, theirs.stdout]);
});

testHere('a listener that is added in the moment reads the AsyncLocalStorage of the call, too', (t) => {
  const { ours, theirs } = runWithBoth(`
    const storage = new (require('node:async_hooks').AsyncLocalStorage)();
    const add = {
      on: (listener) => process.on('uncaughtException', listener),
      capture: (listener) => process.setUncaughtExceptionCaptureCallback(listener),
    };
    const handler = (error) => {
      console.log(error.message, storage.getStore());
      process.removeAllListeners('uncaughtException');
      process.setUncaughtExceptionCaptureCallback(null);
      setImmediate(next);
    };
    const fail = (way) => () => { add[way](handler); throw new Error(way); };
    const steps = [
      () => storage.run('1', () => childProcess.spawn('true', { stdio: 'ignore' }).on('exit', fail('on'))),
      () => storage.run('2', () => childProcess.execFile('echo', ['hi'], fail('capture'))),
      () => storage.run('3', () => childProcess.spawn('true', { stdio: 'ignore' }).on('exit', fail('capture'))),
    ];
    const next = () => steps.shift()?.();
    next();
  `);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout, 'on 1\ncapture 2\ncapture 3\n');
});

testHere('a domain that is entered after the spawn does not get what a listener of a stream throws', (t) => {
  const { ours, theirs } = runWithBoth(`
    const domain = require('node:domain');
    process.on('uncaughtException', (error) => console.log('process', error.message));
    const make = (name) => domain.create().on('error', (error) => console.log(name, error.message));
    const [outer, inner] = ['outer', 'inner'].map(make);
    const listen = (child) => child.stdout.on('data', () => { throw new Error('of a listener'); });
    const first = childProcess.spawn('echo', ['hi']);
    outer.run(() => inner.run(() => {
      console.log(first.stdout.domain === null, process.domain === inner);
      inner.exit();
      console.log(process.domain === outer);
    }));
    listen(first);`);
  t.deepEqual(ours, theirs);
  t.is(ours.stdout, 'true true\ntrue\nprocess of a listener\n');
});

testHere('a domain gets what a listener throws', (t) => {
  const { ours, theirs } = runWithBoth(`
    const domain = require('node:domain').create();
    const steps = [
      () => childProcess.execFile('echo', ['hi'], () => { throw new Error('callback'); }),
      () => childProcess.spawn('true', { stdio: 'ignore' }).on('exit', () => { throw new Error('exit'); }),
    ];
    const next = () => domain.run(() => steps.shift()?.());
    domain.on('error', (error) => {
      console.log(error.message, error.domain === domain, process.domain === domain);
      setImmediate(next);
    });
    next();`);
  t.deepEqual(ours, theirs);
  t.regex(ours.stdout, /^callback .*\nexit .*\n$/);
});
