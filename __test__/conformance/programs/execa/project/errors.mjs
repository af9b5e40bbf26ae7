import assert from 'node:assert/strict';
import test from 'node:test';
import { ExecaError, ExecaSyncError, execa, execaSync } from 'execa';

test('an exit code', async () => {
  const error = await execa({ shell: true })`echo out; echo err >&2; exit 3`.catch((reason) => reason);
  assert.ok(error instanceof ExecaError);
  assert.equal(error.exitCode, 3);
  assert.equal(error.shortMessage, `Command failed with exit code 3: ${error.escapedCommand}`);
  assert.deepEqual([error.stdout, error.stderr, error.failed], ['out', 'err', true]);
  assert.match(error.message, /\n\nerr\n\nout$/);
});

test('a missing program', async () => {
  const error = await execa`no-such-program x`.catch((reason) => reason);
  assert.deepEqual([error.code, error.failed, error.exitCode], ['ENOENT', true, undefined]);
  assert.equal(error.originalMessage, 'spawn no-such-program ENOENT');
  assert.throws(
    () => execaSync`no-such-program`,
    (reason) => reason instanceof ExecaSyncError && reason.code === 'ENOENT',
  );
});

test('a folder as a program', async () => {
  assert.equal((await execa({ reject: false })`./programs`).code, 'EACCES');
});

test('a working directory that is not there', async () => {
  const { message } = await execa({ cwd: '/no/such/folder', reject: false })`true`;
  assert.match(message, /The "cwd" option is invalid: \/no\/such\/folder/);
});

test('options that are invalid', async () => {
  assert.match((await execa('true', { uid: -1.5, reject: false })).originalMessage, /uid/);
  assert.throws(() => execa('true', [], { timeout: -1 }), TypeError);
});

test('reject: false', async () => {
  const { exitCode, failed, isTerminated } = await execa({ reject: false })`false`;
  assert.deepEqual({ exitCode, failed, isTerminated }, { exitCode: 1, failed: true, isTerminated: false });
});

test('command, escapedCommand, durationMs', async () => {
  const { command, escapedCommand, durationMs } = await execa('echo', ['a b']);
  assert.deepEqual([command, escapedCommand], ['echo a b', "echo 'a b'"]);
  assert.ok(durationMs > 0);
});

test('the streams of a program that cannot be started', async () => {
  const subprocess = execa({ reject: false })`no-such-program`;
  const { stdout, stderr } = await subprocess;
  assert.deepEqual([subprocess.pid, stdout, stderr], [undefined, '', '']);
});

test('standard input that nobody reads', async () => {
  const { exitCode } = await execa({ input: 'x'.repeat(1_000_000), reject: false })`true`;
  assert.equal(exitCode, 0);
});
