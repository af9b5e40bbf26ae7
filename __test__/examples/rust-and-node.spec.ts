import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE } from '../support/program';
import { allGone, childrenOf, Example, exampleFile, until } from './program';

const TARGET = process.env.CARGO_TARGET_DIR ?? join(PACKAGE, 'target', 'examples');
const child = join(TARGET, 'debug', 'child');
const parent = join(TARGET, 'debug', 'parent');

test.before('both programs are built', (t) => {
  t.timeout(10 * 60_000);
  const args = ['build', '--quiet', '--locked', '--target-dir', TARGET];
  const { status, stderr } = theirs.spawnSync('cargo', args, {
    cwd: exampleFile('rust-and-node'),
    encoding: 'utf8',
  });
  t.is(status, 0, stderr);
});

test('a Node parent and a Rust child, and the reverse', async (t) => {
  const example = new Example(t, 'rust-and-node');
  t.deepEqual(await example.ended, { code: 0, signal: null }, example.stderr);
  t.regex(example.stdout, /^the child runs: true$/m);
  t.regex(example.stdout, /^refused: the message is not the JSON that was expected: /m);
  t.regex(example.stdout, /^50 answers: 78498 primes below 1000000\nthe child ended with 0$/m);
  t.regex(
    example.stdout,
    /^0: <h1>Hello, Ada!<\/h1>\n1: <h1>Hello, Grace &lt;admin>!<\/h1>\n2: <h1>Hello, Łukasz!<\/h1>\nthe child has no more pages\nexit code 0$/m,
  );
});

test('a parent whose child fails, says so and fails, too', async (t) => {
  const missing = new Example(t, 'rust-and-node/parent.mjs', ['/no/such/program']);
  t.deepEqual(await missing.ended, { code: 1, signal: null });
  t.regex(missing.stderr, /ENOENT/);
  const crashing = new Example(t, 'rust-and-node/parent.mjs', ['false']);
  t.deepEqual(await crashing.ended, { code: 1, signal: null });
  const { status, stderr } = theirs.spawnSync(parent, ['false'], { encoding: 'utf8' });
  t.is(status, 1);
  t.regex(stderr, /^Error: /);
});

test('a parent that is killed leaves no child', async (t) => {
  const node = new Example(t, 'rust-and-node/parent.mjs', [child]);
  await until('the child runs', () => childrenOf(node.pid).length > 0);
  const children = childrenOf(node.pid);
  node.child.kill('SIGKILL');
  await t.notThrowsAsync(allGone(children));

  const folder = mkdtempSync(join(tmpdir(), 'rt-std-rust-and-node-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const silent = join(folder, 'in-the-place-of-node');
  writeFileSync(silent, '#!/bin/sh\nsleep 60 & wait\n', { mode: 0o755 });
  const rust = theirs.spawn(parent, [silent], { stdio: 'ignore' });
  t.teardown(() => rust.kill('SIGKILL'));
  // The child and the guardian, and the child's child.
  await until('all run', () => childrenOf(rust.pid as number).flatMap(childrenOf).length === 1);
  const others = childrenOf(rust.pid as number).flatMap((pid) => [pid, ...childrenOf(pid)]);
  t.is(others.length, 3);
  rust.kill('SIGKILL');
  await t.notThrowsAsync(allGone(others));
});
