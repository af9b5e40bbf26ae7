import assert from 'node:assert/strict';
import { Transform } from 'node:stream';
import test from 'node:test';
import { execa, execaSync } from 'execa';

const script = 'programs/lines.mjs';

test('lines', async () => {
  assert.deepEqual((await execa({ lines: true })`node ${script}`).stdout, ['one', 'two', 'three']);
  assert.deepEqual(execaSync({ lines: { stdout: true } })`node ${script}`.stdout, ['one', 'two', 'three']);
});

test('iterating over a subprocess', async () => {
  const seen = [];
  for await (const line of execa`node ${script}`) seen.push(line);
  assert.deepEqual(seen, ['one', 'two', 'three']);
});

test('iterable({ from, binary, preserveNewlines })', async () => {
  const subprocess = execa`node programs/both.mjs`;
  const seen = [];
  for await (const line of subprocess.iterable({ from: 'stderr', preserveNewlines: true })) seen.push(line);
  assert.deepEqual(seen, ['err\n']);
  const bytes = [];
  for await (const chunk of execa`printf ab`.iterable({ binary: true })) bytes.push(...chunk);
  assert.deepEqual(bytes, [97, 98]);
});

test('a generator that transforms, filters and ends', async () => {
  const transform = function* (line) {
    if (line !== 'two') yield line.toUpperCase();
  };
  const final = function* () {
    yield 'END';
  };
  assert.equal((await execa({ stdout: { transform, final } })`node ${script}`).stdout, 'ONE\nTHREE\nEND');
  assert.equal(execaSync({ stdout: { transform, final } })`node ${script}`.stdout, 'ONE\nTHREE\nEND');
});

test('an asynchronous generator, in the input too', async () => {
  const transform = async function* (line) {
    yield `${line}!`;
  };
  const { stdout } = await execa({ input: 'a\nb\n', stdin: transform, stdout: transform })`cat`;
  assert.equal(stdout, 'a!!\nb!!');
});

test('objectMode', async () => {
  const transform = function* (line) {
    yield { line };
  };
  const { stdout } = await execa({ stdout: { transform, objectMode: true } })`node ${script}`;
  assert.deepEqual(stdout, [{ line: 'one' }, { line: 'two' }, { line: 'three' }]);
});

test('a Duplex and a TransformStream', async () => {
  const upper = () =>
    new Transform({
      transform(chunk, _, done) {
        done(null, chunk.toString().toUpperCase());
      },
    });
  assert.equal((await execa({ stdout: { transform: upper() } })`echo text`).stdout, 'TEXT');
  assert.equal((await execa({ stdin: { transform: upper() }, input: 'x' })`cat`).stdout, 'X');
  const { stdout } = await execa({ stdout: new CompressionStream('gzip'), encoding: 'buffer' })`echo text`;
  assert.equal((await execa({ input: stdout })`gunzip`).stdout, 'text');
});

test('an exception in a transform', async () => {
  // biome-ignore lint/correctness/useYield: it throws before it could
  const transform = function* () {
    throw new Error('from the transform');
  };
  const error = await execa({ stdout: transform })`echo x`.catch((reason) => reason);
  assert.match(error.cause.message, /from the transform/);
});
