import assert from 'node:assert/strict';
import test from 'node:test';
import { execa } from 'execa';

test('pipe`command`, several in a row', async () => {
  const result = await execa`printf ${'b\na\nb\n'}`.pipe`sort`.pipe`uniq -c`;
  assert.deepEqual(
    result.stdout.split('\n').map((line) => line.trim()),
    ['1 a', '2 b'],
  );
  assert.equal(result.pipedFrom[0].command, 'sort');
  assert.equal(result.pipedFrom[0].pipedFrom[0].exitCode, 0);
});

test('pipe(subprocess)', async () => {
  assert.equal((await execa`echo text`.pipe(execa`tr a-z A-Z`)).stdout, 'TEXT');
});

test('pipe(file, arguments, { from, to })', async () => {
  const { stdout } = await execa`node programs/both.mjs`.pipe('cat', [], { from: 'stderr' });
  assert.equal(stdout, 'err');
  assert.equal((await execa`echo text`.pipe(execa`cat`, { to: 'stdin' })).stdout, 'text');
});

test('one source, two targets', async () => {
  const source = execa`echo shared`;
  const [first, second] = await Promise.all([source.pipe`cat`, source.pipe`tr a-z A-Z`]);
  assert.deepEqual([first.stdout, second.stdout], ['shared', 'SHARED']);
});

test('two sources, one target', async () => {
  const target = execa`sort`;
  const [result] = await Promise.all([execa`echo b`.pipe(target), execa`echo a`.pipe(target)]);
  assert.equal(result.stdout, 'a\nb');
});

test('a source that fails', async () => {
  const error = await execa`false`.pipe`cat`.catch((reason) => reason);
  assert.deepEqual([error.exitCode, error.command], [1, 'false']);
});

test('unpipeSignal', async () => {
  const controller = new AbortController();
  const source = execa`node programs/endless.mjs`;
  const target = execa`cat`;
  const piped = source.pipe(target, { unpipeSignal: controller.signal });
  controller.abort();
  await assert.rejects(piped);
  source.kill();
  target.stdin.end();
  await assert.rejects(source);
  await target;
});
