import { runWithBoth } from '../../support/both-programs';
import { IS_WINDOWS } from '../../support/portable';
import { IS_NODE } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

const test = testWhere(IS_NODE && !IS_WINDOWS, "other runtimes' errors, and Windows' programs, are not these");

/** Prints all that a program may see of errors with a code, some of them changed before. */
const ERRORS = `
  const { inspect } = require('node:util');
  const thrown = [
    () => childProcess.spawn(5),
    () => childProcess.spawn(''),
    () => childProcess.spawn('true', [], { killSignal: 'x', stdio: [5, 'nonsense'] }),
    () => childProcess.spawnSync('true', { killSignal: 'nonsense' }),
    () => childProcess.spawnSync('true', { maxBuffer: -1e300 }),
    () => childProcess.spawnSync('true', { maxBuffer: -123456789012 }),
    () => childProcess.fork('x', [], { stdio: [] }),
    () => childProcess.fork('x', [], { execArgv: 5, stdio: [] }),
  ];
  const changes = [
    () => {},
    (error) => { error.message = 'in front: ' + error.message; },
    (error) => { error.code = 'ERR_OTHER'; },
    (error) => { error.name = 'OtherError'; },
  ];
  for (const call of thrown) {
    for (const change of changes) {
      try {
        call();
      } catch (error) {
        change(error);
        const [first] = error.stack.split('\\n');
        const { name, message, code, constructor } = error;
        console.log(first, '|', String(error), '|', inspect(error).split('\\n')[0]);
        console.log(name, message, code, constructor.name, Reflect.ownKeys(error).sort(), JSON.stringify(error));
        console.log(Object.prototype.toString.call(error), error instanceof TypeError, error instanceof RangeError);
      }
    }
  }
`;

const SCRIPTS: Record<string, string> = {
  'errors, and stacks that are read after a change': ERRORS,
  'a handler of stacks, which is called when a stack is read': `
    let calls = 0;
    Error.prepareStackTrace = (error) => { calls++; return error.name + ': ' + error.message; };
    try {
      childProcess.spawn(5);
    } catch (error) {
      console.log(calls, error.stack, calls);
    }
    Error.prepareStackTrace = () => { throw new Error('of the handler'); };
    try {
      childProcess.spawn(5);
    } catch (error) {
      console.log(error.code);
    }
  `,
  'a program that has taken away or replaced what errors are made of': `
    delete Error.captureStackTrace;
    class Other {}
    for (const name of ['Error', 'TypeError', 'RangeError']) globalThis[name] = Other;
    const log = (error) => console.log(error.code, error.message, error.name);
    for (const call of [() => childProcess.spawn(5), () => childProcess.spawnSync('x', { timeout: -1 })]) {
      try { call(); } catch (error) { log(error); }
    }
    log(childProcess.spawnSync('/no/such').error);
    childProcess.spawn('/no/such').on('error', (error) => {
      log(error);
      childProcess.exec('exit 3', log);
    });
  `,
  'an error of a callback whose message a program changes': `
    childProcess.exec('echo abc', { maxBuffer: 1 }, (error) => {
      error.message = 'building: ' + error.message;
      console.log(error.stack.split('\\n')[0], String(error));
    });
  `,
  "the 'this' of callbacks": `
    const ends = [() => childProcess.exec('echo x', strict), () => childProcess.exec('exit 1', loose), () => childProcess.execFile('/no/such', strict)];
    function strict() { 'use strict'; console.log(this === undefined); ends.shift()?.(); }
    function loose() { console.log(this === globalThis); ends.shift()?.(); }
    ends.shift()();
  `,
  'arguments that are read once': `
    let reads = 0;
    const args = ['-n', 'x'];
    Object.defineProperty(args, 1, { enumerable: true, get: () => (reads++ === 0 ? 'first' : 'second\\0') });
    console.log(String(childProcess.spawnSync('echo', args).stdout), reads);
    reads = 0;
    console.log(childProcess.spawn('/no/such', args).on('error', () => {}).spawnargs, reads);
  `,
  'arguments that become text once when nothing fails': `
    let texts = 0;
    const counted = { toString: () => { if (++texts > 1) throw new Error('a second time'); return '0.01'; } };
    childProcess.execFile('sleep', [counted], (error) => console.log(error, texts));
  `,
};

for (const [title, script] of Object.entries(SCRIPTS)) {
  test(`as with Node's module: ${title}`, (t) => {
    const { ours, theirs } = runWithBoth(script);
    t.is(theirs.status, 0, theirs.stderr);
    t.deepEqual(ours, theirs);
  });
}
