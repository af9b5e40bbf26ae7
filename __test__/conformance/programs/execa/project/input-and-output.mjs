import assert from 'node:assert/strict';
import { once } from 'node:events';
import { closeSync, createReadStream, createWriteStream, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { execa, execaSync } from 'execa';

const bytes = (text) => new TextEncoder().encode(text);
const path = (name) => join(tmpdir(), name);

test('input: text, bytes, a stream', async () => {
  assert.equal((await execa({ input: 'text' })`cat`).stdout, 'text');
  assert.equal((await execa({ input: bytes('bytes') })`cat`).stdout, 'bytes');
  assert.equal(
    (await execa({ input: createReadStream('programs/lines.mjs') })`head -n 1`).stdout,
    '#!/usr/bin/env node',
  );
  assert.equal(execaSync({ input: 'text' })`cat`.stdout, 'text');
});

test('inputFile', async () => {
  assert.equal((await execa({ inputFile: 'programs/lines.mjs' })`head -n 1`).stdout, '#!/usr/bin/env node');
  assert.equal(execaSync({ inputFile: 'programs/lines.mjs' })`head -n 1`.stdout, '#!/usr/bin/env node');
});

test('stdin: an array, an iterable, a file, a web stream', async () => {
  const source = async function* () {
    yield 'from a ';
    yield 'generator';
  };
  assert.equal((await execa({ stdin: [bytes('one'), bytes('two')] })`cat`).stdout, 'onetwo');
  assert.equal((await execa({ stdin: source() })`cat`).stdout, 'from a generator');
  assert.equal((await execa({ stdin: { file: 'programs/lines.mjs' } })`head -n 1`).stdout, '#!/usr/bin/env node');
  assert.equal((await execa({ stdin: new Blob(['web']).stream() })`cat`).stdout, 'web');
});

test('stdout and stderr to a file, appended', async () => {
  const file = path('output.txt');
  await execa({ stdout: { file } })`echo first`;
  await execa({ stdout: { file, append: true } })`echo second`;
  assert.equal(readFileSync(file, 'utf8'), 'first\nsecond\n');
  execaSync({ stderr: { file }, shell: true })`echo third >&2`;
  assert.equal(readFileSync(file, 'utf8'), 'third\n');
});

test('several targets at once', async () => {
  const file = path('tee.txt');
  const { stdout } = await execa({ stdout: [{ file }, 'pipe'] })`echo both`;
  assert.deepEqual([stdout, readFileSync(file, 'utf8')], ['both', 'both\n']);
});

test('a stream of Node and a descriptor in stdio', async () => {
  const stream = createWriteStream(path('stream.txt'));
  await once(stream, 'open');
  await execa({ stdout: stream })`echo stream`;
  assert.equal(readFileSync(path('stream.txt'), 'utf8'), 'stream\n');
  const descriptor = openSync(path('descriptor.txt'), 'w');
  await execa({ stdout: descriptor })`echo descriptor`;
  closeSync(descriptor);
  assert.equal(readFileSync(path('descriptor.txt'), 'utf8'), 'descriptor\n');
});

test('a web stream as a target', async () => {
  const chunks = [];
  await execa({ stdout: new WritableStream({ write: (chunk) => void chunks.push(chunk) }) })`echo web`;
  assert.equal(Buffer.concat(chunks).toString(), 'web\n');
});

test("'ignore', 'inherit' and 'overlapped'", async () => {
  assert.equal((await execa({ stdout: 'ignore' })`echo nobody`).stdout, undefined);
  assert.equal((await execa({ stderr: 'inherit' })`echo inherited`).stdout, 'inherited');
  assert.equal((await execa({ stdout: 'overlapped' })`echo overlapped`).stdout, 'overlapped');
});

test('further descriptors', async () => {
  const options = { stdio: ['pipe', 'pipe', 'pipe', 'pipe', bytes('to descriptor 4')], shell: true };
  const { stdio } = await execa(options)`cat <&4; echo three >&3`;
  assert.deepEqual([stdio[1], stdio[3]], ['to descriptor 4', 'three']);
});

test('all', async () => {
  assert.equal((await execa({ all: true })`node programs/both.mjs`).all, 'out\nerr');
  assert.equal(execaSync({ all: true })`node programs/both.mjs`.all, 'out\nerr');
});

test('encoding', async () => {
  assert.equal((await execa({ encoding: 'hex' })`printf ab`).stdout, '6162');
  assert.deepEqual((await execa({ encoding: 'buffer' })`printf ab`).stdout, new Uint8Array([97, 98]));
  assert.equal((await execa({ encoding: 'base64' })`printf ab`).stdout, 'YWI=');
});

test('stripFinalNewline', async () => {
  assert.equal((await execa({ stripFinalNewline: false })`echo line`).stdout, 'line\n');
});

test('buffer: false, and for one descriptor', async () => {
  const subprocess = execa({ buffer: { stdout: false } })`node programs/both.mjs`;
  const chunks = await subprocess.stdout.toArray();
  const { stdout, stderr } = await subprocess;
  assert.deepEqual([stdout, stderr, Buffer.concat(chunks).toString()], [undefined, 'err', 'out\n']);
});

test('maxBuffer, for all and by descriptor', async () => {
  const error = await execa({ maxBuffer: 3 })`echo longer`.catch((reason) => reason);
  assert.deepEqual([error.isMaxBuffer, error.stdout], [true, 'lon']);
  const byDescriptor = { maxBuffer: { stdout: 2, stderr: 100 }, reject: false };
  assert.equal((await execa(byDescriptor)`node programs/both.mjs`).isMaxBuffer, true);
  assert.throws(() => execaSync({ maxBuffer: 3 })`echo longer`, { isMaxBuffer: true, stdout: 'lon' });
});

test('a large output', async () => {
  const size = 20_000_000;
  const { stdout } = await execa({ encoding: 'buffer' })`head -c ${size} /dev/zero`;
  assert.equal(stdout.length, size);
  writeFileSync(path('large'), stdout);
  assert.equal((await execa({ inputFile: path('large') })`wc -c`).stdout.trim(), String(size));
});
