import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import test from 'node:test';
import { execa } from 'execa';

test('readable()', async () => {
  assert.equal(await text(execa`echo readable`.readable()), 'readable\n');
});

test('readable({ from })', async () => {
  assert.equal(await text(execa`node programs/both.mjs`.readable({ from: 'stderr' })), 'err\n');
});

test("readable({ from: 'all' })", async () => {
  assert.equal(await text(execa({ all: true })`node programs/both.mjs`.readable({ from: 'all' })), 'out\nerr\n');
});

test('writable()', async () => {
  const subprocess = execa`wc -l`;
  await pipeline(createReadStream('programs/lines.mjs'), subprocess.writable());
  assert.equal((await subprocess).stdout.trim(), '2');
});

test('duplex()', async () => {
  const chunks = [];
  await pipeline(createReadStream('programs/lines.mjs'), execa`tr a-z A-Z`.duplex(), async (source) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  assert.equal(Buffer.concat(chunks).toString(), readFileSync('programs/lines.mjs', 'utf8').toUpperCase());
});

test('a stream of a subprocess that fails', async () => {
  await assert.rejects(text(execa`false`.readable()), { exitCode: 1 });
});

test('stdin.end() by hand', async () => {
  const subprocess = execa`cat`;
  subprocess.stdin.end('by hand');
  assert.equal((await subprocess).stdout, 'by hand');
});
