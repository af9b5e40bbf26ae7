import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { IS_WINDOWS } from '../support/portable';
import { IS_NODE, testOnNode } from '../support/same-as-node';
import { testWhere } from '../support/test-where';
import { Copy, messageOf, USUAL } from './code-cache-copy';

/** What the processes that have kept code have used (`ts/bundles/uses.ts`). */
const USES = {
  synchronous: 1,
  child: 2,
  stream: 4,
  collectedOutput: 8,
  channelToChild: 16,
  sending: 64,
  receiving: 128,
};

/** The length of the text of `child_process/functions` with what is around it, in bytes. */
const TEXT = 163_840;

/** What a file says was used, and whether both copies of the code agree. */
function contentOf(bytes: Buffer): { uses: number; agree: boolean; length: number } {
  const length = (bytes.length - 1 - TEXT) / 2;
  return {
    uses: bytes.at(-1) as number,
    agree: bytes.subarray(TEXT, TEXT + length).equals(bytes.subarray(TEXT + length, -1)),
    length,
  };
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
  const half = (code.length - 1 - TEXT) / 2;
  const damaged = {
    empty: Buffer.alloc(0),
    zeros: Buffer.alloc(code.length),
    'the text alone': code.subarray(0, TEXT),
    'the first half': code.subarray(0, TEXT + half),
    'without the end': code.subarray(0, -1),
    'the first byte': changed(0),
    'a byte of the first copy': changed(TEXT + (half >> 1)),
    'a byte of the second copy': changed(TEXT + half + (half >> 1)),
    'the same byte of both': Buffer.concat([
      changed(TEXT + 5).subarray(0, TEXT + half),
      changed(TEXT + 5).subarray(TEXT, TEXT + half),
    ]),
  };
  for (const [title, bytes] of Object.entries(damaged)) {
    writeFileSync(file, bytes);
    t.is(messageOf(copy.run()), USUAL, title);
    const written = readFileSync(file);
    t.false(written.equals(bytes), title);
    t.true(contentOf(written).agree, title);
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

/** Programs, and what each uses besides those before it. */
const PROGRAMS: readonly (readonly [text: string, uses: number])[] = [
  ["childProcess.spawnSync('true')", USES.synchronous],
  ["childProcess.spawn('true', { stdio: 'ignore' })", USES.child],
  ["childProcess.execSync('true')", 0],
  ["childProcess.spawn('true').stdout.resume()", USES.stream],
  ["childProcess.execFile('true', () => {})", USES.collectedOutput],
  ["childProcess.fork('-e', [''], { execArgv: ['--version'], silent: true })", USES.channelToChild],
  ["childProcess.exec('true', () => {})", 0],
];

const testWithStreams = testWhere(
  IS_NODE && !IS_WINDOWS,
  'this is not Node, or it makes the streams and channels itself',
);

testWithStreams(
  'code is written again by a process that uses what none has used that kept it, and by no other',
  (t) => {
    const copy = new Copy(t);
    const onlyLoads = "require('child_process').ChildProcess.prototype";
    copy.runText(onlyLoads);
    const first = readFileSync(copy.largest());
    t.is(contentOf(first).uses, 0);
    copy.runText(onlyLoads);
    t.true(readFileSync(copy.largest()).equals(first), 'one that has run nothing');
    let before = contentOf(first);
    for (const [text, uses] of PROGRAMS) {
      copy.runText(`const childProcess = require('child_process'); ${text}`);
      const bytes = readFileSync(copy.largest());
      const after = contentOf(bytes);
      t.deepEqual([after.uses, after.agree], [before.uses | uses, true], text);
      if (uses === 0) t.is(after.length, before.length, text);
      else t.true(after.length > before.length, `${text}: ${after.length} and ${before.length}`);
      copy.runText(`const childProcess = require('child_process'); ${text}`);
      t.true(readFileSync(copy.largest()).equals(bytes), `again: ${text}`);
      before = after;
    }
  },
);

testOnNode('a program that has replaced process.once() starts processes', (t) => {
  const copy = new Copy(t);
  const program = `
    const { spawnSync } = require('child_process');
    process.once = () => { throw new Error('replaced'); };
    if (spawnSync('true').status !== 0) process.exit(9);
  `;
  copy.runText("require('child_process').ChildProcess.prototype");
  t.notThrows(() => copy.runText(program));
  t.is(contentOf(readFileSync(copy.largest())).uses, 0);
});

testOnNode('a program that has replaced the iterator of arrays starts the first process of all', (t) => {
  const copy = new Copy(t);
  const program = `
    const { spawnSync } = require('child_process');
    const { once } = process;
    const iterator = Array.prototype[Symbol.iterator];
    const replaced = () => { throw new Error('replaced'); };
    // What is there at the end of the first processes is Node's own.
    process.once = (...args) => {
      Array.prototype[Symbol.iterator] = iterator;
      Reflect.apply(once, process, args);
      Array.prototype[Symbol.iterator] = replaced;
    };
    Array.prototype[Symbol.iterator] = replaced;
    const { status } = spawnSync('true');
    Array.prototype[Symbol.iterator] = iterator;
    if (status !== 0) process.exit(9);
  `;
  t.notThrows(() => copy.runText(program));
  t.is(copy.kept().size, 1);
});

testOnNode('the first process of all ends as usual where the program has replaced how lists are gone through', (t) => {
  const copy = new Copy(t);
  const program = `
    require('child_process').spawnSync('true');
    Object.entries = Object.keys = () => { throw new Error('replaced'); };
    Array.prototype[Symbol.iterator] = Object.entries;
  `;
  t.notThrows(() => copy.runText(program));
  t.is(copy.kept().size, 1);
});

testOnNode('a program sees a listener of its exit only where code will be written', (t) => {
  const copy = new Copy(t);
  const program = (count: number): string => `
    require('child_process').spawnSync('true');
    if (process.listenerCount('exit') !== ${count}) process.exit(9);
  `;
  t.notThrows(() => copy.runText(program(1)), 'it keeps the code');
  t.notThrows(() => copy.runText(program(0)));
});
