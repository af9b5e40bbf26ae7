import test from 'ava';
import { ours, theirs } from '../support/modules';
import { type Module, recordUntilClose } from '../support/recorder';

type Start = (module: Module) => ReturnType<Module['spawn']>;

/** Children whose events, arguments and order must be those of Node's module. */
const SAME: Record<string, Start> = {
  'exit code 0': (m) => m.spawn('true'),
  'an exit code': (m) => m.spawn('sh', ['-c', 'exit 7']),
  'a signal': (m) => m.spawn('sh', ['-c', 'kill -TERM $$']),
  'a signal without a handler in the parent': (m) => m.spawn('sh', ['-c', 'kill -KILL $$']),
  'output that nobody reads': (m) => m.spawn('sh', ['-c', 'head -c 100000 /dev/zero']),
  'no streams': (m) => m.spawn('true', { stdio: 'ignore' }),
  'a missing program': (m) => m.spawn('no-such-program', ['a', 'b']),
  'a missing program without streams': (m) => m.spawn('no-such-program', { stdio: 'ignore' }),
  'a missing path': (m) => m.spawn('/no/such/program'),
  'a program that may not be executed': (m) => m.spawn('/etc/passwd'),
  'a missing shell': (m) => m.spawn('true', { shell: '/no/such/shell' }),
  'a missing program with a channel': (m) => m.spawn('no-such-program', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }),
  'many descriptors': (m) => m.spawn('true', { stdio: new Array(12).fill('pipe') }),
};

for (const [title, start] of Object.entries(SAME)) {
  test(`events: ${title}`, async (t) => {
    t.deepEqual(await recordUntilClose(start(ours)), await recordUntilClose(start(theirs)));
  });
}

test('the properties of a new child are those of Node', (t) => {
  const describe = (module: Module) => {
    const child = module.spawn('sleep', ['60'], { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
    const { connected, signalCode, exitCode, killed, spawnfile, spawnargs, stdin, stdout, stderr, stdio, channel } =
      child;
    child.kill('SIGKILL');
    const streams = [stdin, stdout, stderr, ...stdio].map((stream) => stream === null);
    return { connected, signalCode, exitCode, killed, spawnfile, spawnargs, channel, streams, pid: typeof child.pid };
  };
  t.deepEqual(describe(ours), describe(theirs));
});

test('a failed spawn has the properties that Node leaves', (t) => {
  const describe = (module: Module) => {
    const child = module.spawn('no-such-program');
    child.on('error', () => {});
    const { pid, stdin, stdout, stdio, spawnfile, spawnargs, exitCode } = child;
    return {
      pid,
      stdin: stdin === null,
      stdout: stdout === null,
      length: stdio.length,
      spawnfile,
      spawnargs,
      exitCode,
    };
  };
  t.deepEqual(describe(ours), describe(theirs));
});

test('a missing working directory says that it was the directory', async (t) => {
  const run = (module: Module) => recordUntilClose(module.spawn('true', { cwd: '/no/such/directory' }));
  const [ourFirst, ...ourRest] = await run(ours);
  const [theirFirst, ...theirRest] = await run(theirs);
  const [, ourError] = ourFirst as [string, Record<string, unknown>];
  const [, theirError] = theirFirst as [string, Record<string, unknown>];
  t.like(ourError, { ...theirError, message: ourError.message, cwd: '/no/such/directory' });
  t.true(String(ourError.message).startsWith(String(theirError.message)));
  t.deepEqual(ourRest, theirRest);
});

test("a throwing 'exit' listener reaches uncaughtException once, and 'close' still comes", (t) => {
  const script = `
    const { spawn } = require('rt-std/child_process');
    process.on('uncaughtException', (error) => console.log('uncaught', error.message));
    const child = spawn('true');
    child.on('exit', () => { throw new Error('from exit'); });
    child.on('close', () => console.log('close'));
  `;
  const { stdout } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.is(stdout, 'uncaught from exit\nclose\n');
});

test('an unhandled spawn error ends the program as an uncaught exception', (t) => {
  const script = "require('rt-std/child_process').spawn('no-such-program')";
  const { status, stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.is(status, 1);
  t.regex(stderr, /Error: spawn no-such-program ENOENT/);
});

test('200 children at once all end', async (t) => {
  const codes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const child = ours.spawn('sh', ['-c', `exit ${index % 256}`], { stdio: 'ignore' });
      return new Promise((resolve) => child.on('exit', resolve));
    }),
  );
  t.deepEqual(
    codes,
    Array.from({ length: 200 }, (_, index) => index % 256),
  );
});
