import assert from 'node:assert/strict';
import test from 'node:test';
import { x } from 'tinyexec';

test('a result', async () => {
  const { stdout, stderr, exitCode } = await x('node', [
    '-e',
    'console.log(1); console.error(2); process.exitCode = 3',
  ]);
  assert.deepEqual([stdout, stderr, exitCode], ['1\n', '2\n', 3]);
});

test('lines', async () => {
  const lines = [];
  for await (const line of x('printf', ['a\nb\n'])) lines.push(line);
  assert.deepEqual(lines, ['a', 'b']);
});

test('pipe()', async () => {
  assert.equal((await x('echo', ['text']).pipe('tr', ['a-z', 'A-Z'])).stdout, 'TEXT\n');
});

test('kill(), pid, killed', async () => {
  const running = x('sleep', ['100']);
  assert.ok(running.pid > 0);
  running.kill('SIGINT');
  await running;
  assert.deepEqual([running.killed, running.process.signalCode], [true, 'SIGINT']);
});

test('signal and timeout', async () => {
  const controller = new AbortController();
  const running = x('sleep', ['100'], { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await running;
  assert.deepEqual([running.aborted, running.process.signalCode], [true, 'SIGTERM']);
  const limited = x('sleep', ['100'], { timeout: 50 });
  await assert.rejects(async () => limited, { name: 'AbortError' });
  assert.equal(limited.process.signalCode, 'SIGTERM');
});

test('throwOnError', async () => {
  await assert.rejects(async () => x('false', [], { throwOnError: true }), /exited with a non-zero status \(1\)/);
});

test('a local program, and a missing one', async () => {
  assert.match((await x('tsc', ['--version'])).stdout, /^Version 5\./);
  await assert.rejects(async () => x('no-such-program'), { code: 'ENOENT' });
});
