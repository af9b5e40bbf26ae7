import test from 'ava';
import { runWithBoth } from '../support/both-programs';
import { comesToSame } from '../support/same-as-node';

/**
 * Members of property descriptors, of options, and of what this package passes from one function to
 * another. Without `ipc` and `input`, by which Node's own module fails, and `allowHalfOpen`, by
 * which the streams of both never end.
 */
const NAMES = `
  get set value writable enumerable configurable
  handle type stream options callback entries channel
  env args argv0 cwd detached uid gid shell signal timeout killSignal maxBuffer encoding serialization silent execPath execArgv envPairs
  byNode keepOpen swallowErrors code killed spawnargs path status output triggerAsyncId requireManualDestroy permission
  limits umask priority processGroup groups noNewPrivileges cpuAffinity soft hard openFiles setup step directory option
`;

/**
 * What is called while a property lies on `Object.prototype`, and its result, in groups of
 * events whose order is certain.
 */
const SCRIPT = `
  const { promisify } = require('node:util');
  const log = [];
  // The streams are used at once, since they are made by that: Node makes them in the call.
  const end = (child) => new Promise((resolve) => {
    const { stdout } = child;
    const seen = { events: [], out: '' };
    for (const name of ['error', 'message', 'exit', 'close']) {
      child.on(name, (value) => {
        seen.events.push([name, value?.code ?? value]);
        if (name === 'close') resolve(seen);
      });
    }
    stdout?.on('data', (data) => { seen.out += data; });
  });
  const error = (thrown) => [thrown?.name, thrown?.code, thrown?.message];
  const calls = [
    () => end(childProcess.spawn('echo', ['text'])),
    () => end(childProcess.spawn('echo', ['text'], { stdio: ['ignore', 'pipe', 'ignore'], killSignal: 'SIGHUP' })),
    () => end(childProcess.spawn('no-such-program')),
    () => new Promise((resolve) => childProcess.exec('echo text && exit 2', (...outcome) => resolve([error(outcome[0]), outcome[1]])).stdio),
    () => new Promise((resolve) => childProcess.execFile('echo', ['text'], (...outcome) => resolve(outcome)).stdio),
    () => {
      const run = promisify(childProcess.execFile)('echo', ['text']);
      return run.child.stdio && run.then(({ stdout }) => stdout);
    },
    () => { const { status, signal, stdout } = childProcess.spawnSync('echo', ['text']); return [status, signal, String(stdout)]; },
    () => String(childProcess.execSync('echo text', { stdio: 'pipe' })),
    () => childProcess.execFileSync('cat', { input: 'text', encoding: 'utf8' }),
    () => childProcess.spawn(5),
    () => childProcess.spawn('true', [], { cwd: 5 }),
    () => childProcess.spawn('true', [], { killSignal: 'x' }),
    () => childProcess.fork('/no/such', [], { stdio: [] }),
  ];
  const observe = async (name, value, enumerable, nth) => {
    Object.defineProperty(Object.prototype, name, { __proto__: null, value, enumerable, writable: true, configurable: true });
    for (const [index, call] of calls.entries()) {
      if (process.platform === 'win32' && (nth + index) % 2) continue;
      let outcome;
      try { outcome = await call(); } catch (thrown) { outcome = error(thrown); }
      log.push(JSON.stringify([name, typeof value, enumerable, index, outcome]));
    }
    delete Object.prototype[name];
  };
  process.on('uncaughtException', (thrown) => log.push('uncaught ' + thrown));
  // Everything is loaded: what a module does while it is evaluated is not what is compared.
  const warm = childProcess.fork('-e', ['0'], { execArgv: [], silent: true });
  warm.on('close', async () => {
    const values = [() => 'polluted', 7];
    for (const [index, name] of process.env.NAMES.trim().split(/\\s+/).entries()) {
      // On Windows, where it takes long to start a program, each name has one of them,
      // and half of the calls.
      const tried = process.platform === 'win32' ? [values[index % 2]] : values;
      for (const value of tried) await observe(name, value, false, index);
    }
    console.log(log.join('\\n'));
  });
`;

for (const group of NAMES.trim().split('\n')) {
  test(`what a program puts on Object.prototype changes no more than with Node's module: ${group.trim()}`, async (t) => {
    const { ours, theirs } = runWithBoth(SCRIPT, [], { NAMES: group });
    t.true(ours.stdout.length > 1000, ours.stderr);
    await comesToSame(t, ours.stdout.split('\n'), () => theirs.stdout.split('\n'));
    t.is(ours.stderr, theirs.stderr);
  });
}
