import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { IS_WINDOWS, script } from '../../support/portable';
import { type Module, recordUntilClose } from '../../support/recorder';
import { comesToSame, sameAsNode } from '../../support/same-as-node';

type Start = (module: Module) => ReturnType<Module['spawn']>;

/** Children whose events, arguments and order must be those of Node's module. */
const SAME: Record<string, Start> = {
  'exit code 0': (m) => m.spawn('true'),
  'an exit code': (m) => m.spawn(...script('process.exitCode = 7')),
  'a signal': (m) => m.spawn(...script("process.kill(process.pid, 'SIGTERM')")),
  'a signal without a handler in the parent': (m) => m.spawn(...script("process.kill(process.pid, 'SIGKILL')")),
  'output that nobody reads': (m) => m.spawn('head', ['-c', '100000', '/dev/zero']),
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
    await sameAsNode(t, (module) => recordUntilClose(start(module)));
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
  return sameAsNode(t, describe);
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
  return sameAsNode(t, describe);
});

test('a missing working directory says that it was the directory', async (t) => {
  const run = (module: Module) => recordUntilClose(module.spawn('true', { cwd: '/no/such/directory' }));
  const events = await run(ours);
  const { cwd, ...error } = (events[0] as [string, Record<string, unknown>])[1];
  t.is(cwd, '/no/such/directory');
  // Our message goes on after Node's.
  const message = String(error.message).replace(/: cannot enter the working directory '.*'$/, '');
  t.not(message, error.message);
  await comesToSame(t, [['error', { ...error, message }], ...events.slice(1)], () => run(theirs));
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

/** How many pipes to children, and children, this process has open. */
function connections(): number {
  // Windows does not tell what is open.
  if (IS_WINDOWS) return process.getActiveResourcesInfo().filter((name) => /^(Pipe|Process)/.test(name)).length;
  const target = (descriptor: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return '';
    }
  };
  return readdirSync('/proc/self/fd').filter((descriptor) => /^socket|pidfd/.test(target(descriptor))).length;
}

/** In an emulator each takes long. */
const MANY = IS_WINDOWS ? 50 : 500;

test.serial(`${MANY} children at once all end, and leave no descriptor`, async (t) => {
  const run = async (length: number): Promise<unknown[]> =>
    Promise.all(
      Array.from({ length }, (_, index) => {
        const child = ours.spawn(`exit ${index % 256}`, { shell: true });
        return new Promise((resolve) => child.on('close', resolve));
      }),
    );
  const codes = Array.from({ length: MANY }, (_, index) => index % 256);
  // What this package makes once is there after a first one.
  await run(1);
  // In Deno twice: it makes sockets for its own signal handlers once, after some thousand children.
  const leavesNone = async (): Promise<boolean> => {
    const before = connections();
    t.deepEqual(await run(MANY), codes);
    // A stream's descriptor may be closed a turn of the event loop later than it says.
    for (let turns = 0; turns < 100 && connections() > before; turns++) await sleep(10);
    return connections() <= before;
  };
  const { deno } = process.versions;
  t.true((await leavesNone()) || (deno !== undefined && (await leavesNone())));
});
