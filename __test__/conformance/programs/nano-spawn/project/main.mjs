import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import spawn, { SubprocessError } from 'nano-spawn';

test('a result', async () => {
  const { stdout, stderr, output, command } = await spawn('sh', ['-c', 'echo out; echo err >&2']);
  assert.deepEqual([stdout, stderr, output.split('\n').sort()], ['out', 'err', ['err', 'out']]);
  assert.match(command, /^sh -c /);
});

test('stdin: { string }', async () => {
  assert.equal((await spawn('cat', { stdin: { string: 'input' } })).stdout, 'input');
});

test('iteration over lines, and over one stream', async () => {
  const lines = await Array.fromAsync?.(spawn('printf', ['a\nb\n']));
  if (lines) assert.deepEqual(lines, ['a', 'b']);
  const errors = [];
  for await (const line of spawn('sh', ['-c', 'echo out; echo err >&2']).stderr) errors.push(line);
  assert.deepEqual(errors, ['err']);
});

test('pipe()', async () => {
  const { stdout, pipedFrom } = await spawn('printf', ['b\na\n']).pipe('sort').pipe('head', ['-n', '1']);
  assert.deepEqual([stdout, pipedFrom.command], ['a', 'sort']);
});

test('errors', async () => {
  const error = await spawn('sh', ['-c', 'echo why >&2; exit 3']).catch((reason) => reason);
  assert.ok(error instanceof SubprocessError);
  assert.deepEqual([error.exitCode, error.stderr], [3, 'why']);
  const missing = await spawn('no-such-program').catch((reason) => reason);
  assert.equal(missing.cause.code, 'ENOENT');
  const killed = await spawn('sh', ['-c', 'kill -9 $$']).catch((reason) => reason);
  assert.equal(killed.signalName, 'SIGKILL');
});

test('timeout and signal', async () => {
  const error = await spawn('sleep', ['100'], { timeout: 50 }).catch((reason) => reason);
  assert.equal(error.signalName, 'SIGTERM');
  const controller = new AbortController();
  const aborted = spawn('sleep', ['100'], { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(aborted);
});

test('env, cwd, shell, preferLocal', async () => {
  const { stdout } = await spawn('echo $ONE; pwd', { env: { ONE: '1' }, cwd: '/', shell: true });
  assert.equal(stdout, '1\n/');
  assert.match((await spawn('tsc', ['--version'], { preferLocal: true })).stdout, /^Version 5\./);
});

test('messages', async () => {
  const script = 'process.once("message", (message) => process.send([message], () => process.disconnect()))';
  const subprocess = spawn('node', ['-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const child = await subprocess.nodeChildProcess;
  child.send(new Map([[1, 2n]]));
  const [message] = await once(child, 'message');
  assert.deepEqual(message, [new Map([[1, 2n]])]);
  await subprocess;
});
