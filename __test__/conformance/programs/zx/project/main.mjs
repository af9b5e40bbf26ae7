import assert from 'node:assert/strict';
import test from 'node:test';
import { $, cd, ProcessOutput, retry, spinner, which, within } from 'zx';

$.verbose = false;

test('a command with values', async () => {
  const { stdout, exitCode } = await $`printf '%s|' ${'a b'} ${['$HOME', '*']}`;
  assert.deepEqual([stdout, exitCode], ['a b|$HOME|*|', 0]);
});

test('text(), lines(), json(), buffer(), blob()', async () => {
  assert.equal(await $`echo text`.text(), 'text\n');
  assert.deepEqual(await $`printf 'a\nb\n'`.lines(), ['a', 'b']);
  assert.deepEqual(await $`echo ${'{"a":1}'}`.json(), { a: 1 });
  assert.deepEqual(await $`printf ab`.buffer(), Buffer.from('ab'));
  assert.equal(await (await $`printf ab`.blob()).text(), 'ab');
});

test('an exit code', async () => {
  const error = await $`echo out; echo err >&2; exit 3`.catch((reason) => reason);
  assert.ok(error instanceof ProcessOutput);
  assert.deepEqual([error.exitCode, error.stdout, error.stderr], [3, 'out\n', 'err\n']);
});

test('nothrow() and exitCode', async () => {
  assert.equal((await $`exit 4`.nothrow()).exitCode, 4);
  assert.equal(await $`exit 5`.exitCode, 5);
});

test('pipes between commands', async () => {
  assert.equal(await $`printf 'b\na\n'`.pipe($`sort`).pipe`tr a-z A-Z`.text(), 'A\nB\n');
});

test('a pipe into a stream and into a file', async () => {
  await $`echo kept`.pipe('kept.txt');
  assert.equal(await $`cat kept.txt`.text(), 'kept\n');
});

test('input', async () => {
  assert.equal(await $({ input: 'typed' })`cat`.text(), 'typed');
  const child = $`cat`;
  child.stdin.end('by hand');
  assert.equal(await child.text(), 'by hand');
});

test('kill()', async () => {
  const child = $`sleep 100`.nothrow();
  setTimeout(() => child.kill('SIGINT'), 100);
  assert.equal((await child).signal, 'SIGINT');
});

test('timeout()', async () => {
  const { signal } = await $`sleep 100`.timeout(100, 'SIGKILL').nothrow();
  assert.equal(signal, 'SIGKILL');
});

test('an AbortSignal', async () => {
  const controller = new AbortController();
  const child = $({ signal: controller.signal, nothrow: true })`sleep 100`;
  setTimeout(() => controller.abort(), 100);
  assert.notEqual((await child).exitCode, 0);
});

test('$.sync', () => {
  assert.equal($.sync`echo sync`.stdout, 'sync\n');
});

test('retry()', async () => {
  let attempts = 0;
  const { stdout } = await retry(3, () => $`test ${attempts++} = 2 && echo third`);
  assert.deepEqual([stdout, attempts], ['third\n', 3]);
});

test('within() and cd()', async () => {
  await within(async () => {
    cd('/');
    assert.equal(await $`pwd`.text(), '/\n');
  });
  assert.notEqual(await $`pwd`.text(), '/\n');
});

test('which() and spinner()', async () => {
  assert.equal(await which('node'), (await $`command -v node`.text()).trim());
  assert.equal((await spinner(() => $`echo turned`)).stdout, 'turned\n');
});

test('many at once', async () => {
  const outputs = await Promise.all([...Array(30).keys()].map((number) => $`echo ${number}`.text()));
  assert.deepEqual(
    outputs,
    [...Array(30).keys()].map((number) => `${number}\n`),
  );
});

test('the command zx with a script', async () => {
  assert.equal(await $`zx script.mjs --word=hello`.text(), 'HELLO\n');
});
