/** Functions that collect the output, with a terminal. */
import { promisify } from 'node:util';
import test from 'ava';
import childProcess from 'rt-std/child_process';

const { exec, execFile, execFileSync, execSync, spawnSync } = childProcess;
const SCRIPT = 'test -t 0 && test -t 1 && test -t 2 && echo out; echo err >&2';

test('spawnSync: what comes from the terminal is stdout', (t) => {
  const { stdout, stderr, output, status } = spawnSync('sh', ['-c', SCRIPT], { terminal: {}, encoding: 'utf8' });
  t.is(stdout, 'out\r\nerr\r\n');
  t.is(stderr as string | null, null);
  t.deepEqual(output, [null, stdout, null]);
  t.is(status, 0);
});

test('spawnSync: input is typed, and then its end', (t) => {
  const run = (input: string | undefined, terminal: childProcess.TerminalOptions) =>
    String(spawnSync('cat', { terminal, input, maxBuffer: Infinity }).stdout);
  t.is(run(undefined, {}), '');
  t.is(run('one\ntwo', { modes: { echo: false } }), 'one\r\ntwo');
  t.is(run('one\n', {}), 'one\r\none\r\n');
  const lines = 'a line of input\n'.repeat(100_000);
  t.true(run(lines, { modes: { echo: false, outputNewlines: false } }) === lines);
});

test('spawnSync: limits hold', (t) => {
  const timedOut = spawnSync('sleep', ['600'], { terminal: {}, timeout: 50 });
  t.is((timedOut.error as NodeJS.ErrnoException).code, 'ETIMEDOUT');
  const tooMuch = spawnSync('yes', { terminal: {}, maxBuffer: 1000 });
  t.is((tooMuch.error as NodeJS.ErrnoException).code, 'ENOBUFS');
  const held = spawnSync('sh', ['-c', "trap '' HUP; sleep 5 & echo started"], { terminal: {}, closeGrace: 100 });
  t.true(held.outputCut);
  t.is(String(held.stdout), 'started\r\n');
});

test('execSync and execFileSync return what comes from the terminal', (t) => {
  t.is(String(execSync(SCRIPT, { terminal: {} })), 'out\r\nerr\r\n');
  t.is(execFileSync('tty', { terminal: {}, encoding: 'utf8' }).slice(0, 9), '/dev/pts/');
  const error = t.throws(() => execSync('echo why; exit 3', { terminal: {} })) as unknown as { stdout: Buffer };
  t.is(String(error.stdout), 'why\r\n');
});

test('exec and execFile call back with what comes from the terminal', async (t) => {
  t.like(await promisify(exec)(SCRIPT, { terminal: {} }), { stdout: 'out\r\nerr\r\n', stderr: '' });
  t.like(await promisify(execFile)('stty', ['size'], { terminal: { cols: 12, rows: 34 } }), { stdout: '34 12\r\n' });
  const tooMuch = promisify(execFile)('yes', [], { terminal: {}, maxBuffer: 1000 });
  await t.throwsAsync(tooMuch, { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' });
  await t.throwsAsync(promisify(exec)('sleep 600', { terminal: {}, timeout: 50 }), { message: /^Command failed/ });
  await t.throwsAsync(promisify(execFile)('/no/such', { terminal: {} }), { code: 'ENOENT' });
});

test('fork has a terminal beside its channel', async (t) => {
  const { fork } = childProcess;
  const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'rt-terminal-'));
  const path = join(folder, 'forked.js');
  writeFileSync(path, 'process.send(process.stdout.isTTY); process.disconnect();');
  const child = fork(path, { terminal: {} });
  const [message] = await new Promise<unknown[]>((resolve) => child.once('message', (...values) => resolve(values)));
  t.true(message);
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true });
});
