import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { testOnNode } from '../support/same-as-node';
import { Copy, messageOf, USUAL } from './code-cache-copy';

/** How many processes have looked whether there is more to keep, and whether both copies agree. */
function contentOf(bytes: Buffer): { looks: number; agree: boolean; length: number } {
  const looks = bytes.length % 8;
  const length = (bytes.length - looks) / 2;
  return { looks, agree: bytes.subarray(0, length).equals(bytes.subarray(length, 2 * length)), length };
}

testOnNode('what is damaged is not run, and is written again', (t) => {
  const copy = new Copy(t);
  t.is(messageOf(copy.run()), USUAL);
  const file = copy.largest();
  const code = readFileSync(file);
  const changed = (position: number): Buffer => {
    const copied = Buffer.from(code);
    copied[position] = (copied[position] as number) ^ 0x41;
    return copied;
  };
  const half = code.length / 2;
  const damaged = {
    empty: Buffer.alloc(0),
    zeros: Buffer.alloc(code.length),
    'the first half': code.subarray(0, half),
    'without the end': code.subarray(0, -1),
    'the first byte': changed(0),
    'a byte of the first copy': changed(half >> 1),
    'a byte of the second copy': changed(half + (half >> 1)),
    'the same byte of both': Buffer.concat([changed(5).subarray(0, half), changed(5).subarray(0, half)]),
  };
  for (const [title, bytes] of Object.entries(damaged)) {
    writeFileSync(file, bytes);
    t.is(messageOf(copy.run()), USUAL, title);
    const written = readFileSync(file);
    t.false(written.equals(bytes), title);
    t.true(written.subarray(0, written.length / 2).equals(written.subarray(written.length / 2)), title);
  }
});

testOnNode('a folder that cannot be written or read is no error', (t) => {
  const copy = new Copy(t);
  // For root, permissions forbid nothing.
  writeFileSync(copy.cache, '');
  t.is(messageOf(copy.run()), USUAL);
  t.is(messageOf(copy.run()), USUAL);
  rmSync(copy.cache);
  t.is(messageOf(copy.run()), USUAL);
  const file = copy.largest();
  rmSync(file);
  mkdirSync(file);
  t.is(messageOf(copy.run()), USUAL);
  t.deepEqual(readdirSync(file), []);
  t.deepEqual(
    [...readdirSync(copy.cache)].filter((name) => /\.\d+$/.test(name)),
    [],
  );
});

testOnNode('processes that start at once do not disturb each other', async (t) => {
  const copy = new Copy(t);
  const outputs = await Promise.all(Array.from({ length: 6 }, () => copy.runLater()));
  for (const output of outputs) t.is(messageOf(output), USUAL);
  for (const [name, bytes] of copy.kept()) {
    t.notRegex(name, /\.\d+$/);
    t.true(contentOf(bytes).agree, name);
  }
  t.is(messageOf(copy.run()), USUAL);
});

testOnNode('the next few processes keep what they have compiled more, and then no other does', (t) => {
  const copy = new Copy(t);
  const onlyLoads = "require('child_process')";
  copy.runText(onlyLoads);
  const first = readFileSync(copy.largest());
  t.is(contentOf(first).looks, 0);
  copy.runText(onlyLoads);
  t.true(readFileSync(copy.largest()).equals(first), 'one that has run nothing does not look');
  copy.runText("require('child_process').spawnSync('true')");
  const second = contentOf(readFileSync(copy.largest()));
  t.deepEqual({ looks: second.looks, agree: second.agree }, { looks: 1, agree: true });
  t.true(second.length > 1.1 * contentOf(first).length, `${second.length} and ${contentOf(first).length}`);
  t.is(messageOf(copy.run()), USUAL);
  const third = contentOf(readFileSync(copy.largest()));
  t.deepEqual({ looks: third.looks, agree: third.agree }, { looks: 2, agree: true });
  t.true(third.length > second.length, `${third.length} and ${second.length}`);
  for (const looks of [3, 4, 4]) {
    t.is(messageOf(copy.run()), USUAL);
    t.deepEqual(contentOf(readFileSync(copy.largest())), { looks, agree: true, length: third.length });
  }
});
