import { createHash } from 'node:crypto';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { allGone, childrenOf, Example, exampleFile, until } from './program';

const MEBIBYTE = 2 ** 20;
const LENGTH = 2 ** 30;
/** MiB that the program may hold in the midst of it: most is Node's own. */
const BOUND = 200;

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-stream-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A file of zeros that takes no space. */
function zeros(folder: string, length: number): string {
  const path = join(folder, 'zeros');
  writeFileSync(path, '');
  truncateSync(path, length);
  return path;
}

test('a gibibyte passes in constant memory, and unchanged', async (t) => {
  const output = openSync('/dev/null', 'w');
  const cli = new Example(t, 'stream-cli', [zeros(folderOf(t), LENGTH), '-', 'cat'], {
    stdio: ['ignore', output, 'pipe'],
  });
  let most = 0;
  const watch = setInterval(() => {
    try {
      const [, kibibytes = 0] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${cli.pid}/status`, 'latin1')) ?? [];
      most = Math.max(most, Number(kibibytes) / 1024);
    } catch {
      // It has ended.
    }
  }, 50);
  t.deepEqual(await cli.ended, { code: 0, signal: null });
  clearInterval(watch);
  const hash = createHash('sha256');
  const block = Buffer.alloc(MEBIBYTE);
  for (let offset = 0; offset < LENGTH; offset += MEBIBYTE) hash.update(block);
  t.is(cli.stderr, `${LENGTH} bytes, SHA-256 ${hash.digest('hex')}\n`);
  t.true(most > 0 && most < BOUND, `${most} MiB`);
});

test('a file appears when it is complete, and only then', async (t) => {
  const folder = folderOf(t);
  const text = 'a line\n'.repeat(100_000);
  writeFileSync(join(folder, 'text'), text);
  const packed = new Example(t, 'stream-cli', ['text', 'text.gz', 'gzip', '-1'], { cwd: folder });
  t.deepEqual(await packed.ended, { code: 0, signal: null });
  t.is(String(gunzipSync(readFileSync(join(folder, 'text.gz')))), text);

  for (const [args, message] of [
    [['text', 'out', 'sh', '-c', 'cat; exit 3'], /^sh ended with 3$/m],
    [['text', 'out', 'no-such-program'], /ENOENT/],
    [['no-such-file', 'out', 'cat'], /ENOENT: .*no-such-file/],
    [['text', 'no-such-folder/out', 'cat'], /ENOENT: .*no-such-folder/],
  ] as const) {
    const failing = new Example(t, 'stream-cli', args, { cwd: folder });
    t.deepEqual(await failing.ended, { code: 1, signal: null });
    t.regex(failing.stderr, message);
    t.deepEqual(readdirSync(folder).sort(), ['text', 'text.gz']);
  }
});

test('Ctrl-C ends the program, removes what was written, and exits with 130', async (t) => {
  const folder = folderOf(t);
  zeros(folder, 100 * LENGTH);
  // Its reader may be gone first.
  const begun = 'head -c 1000000 2>/dev/null';
  const stubborn = 'trap "" TERM; cat >/dev/null';
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    for (const command of [`${begun}; cat >/dev/null`, `${begun}; ${stubborn}`]) {
      const cli = new Example(t, 'stream-cli', ['zeros', 'out', 'sh', '-c', command], { cwd: folder });
      await until('it writes', () => readdirSync(folder).length === 2 && childrenOf(cli.pid).length > 0);
      const children = childrenOf(cli.pid);
      cli.child.kill(signal);
      t.deepEqual(await cli.ended, { code, signal: null });
      t.is(cli.stderr, `interrupted by ${signal}\n`);
      await t.notThrowsAsync(allGone(children));
      t.deepEqual(readdirSync(folder), ['zeros']);
    }
  }
});

test('neither side of it has to read to the end', (t) => {
  const folder = folderOf(t);
  zeros(folder, 100 * LENGTH);
  const cli = `"${process.execPath}" "${exampleFile('stream-cli', 'main.mjs')}"`;
  const run = (command: string) =>
    theirs.spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { cwd: folder, encoding: 'utf8' });
  const early = run(`${cli} zeros - head -c 10 | wc -c`);
  t.deepEqual([early.status, early.stdout.trim()], [0, '10'], early.stderr);
  const enough = run(`${cli} zeros - cat | head -c 10 | wc -c`);
  t.deepEqual([enough.status, enough.stdout.trim()], [141, '10']);
  // What `cat` writes to is a socket, as with Node's module. Where it is closed before the signal
  // comes, with something left in it, the error is not the one that ends a program silently.
  t.regex(enough.stderr, /^(cat: write error: Connection reset by peer\n)?$/);
});
