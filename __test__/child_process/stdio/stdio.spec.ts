import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import test from 'ava';
import { ours } from '../../support/modules';
import { script, testButOnWindows, writes } from '../../support/portable';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

async function textOf(stream: unknown): Promise<string> {
  let text = '';
  for await (const chunk of stream as Readable) text += chunk;
  return text;
}

/** Counts the bytes that it reads. */
const COUNTING =
  "let count = 0; process.stdin.on('data', (data) => { count += data.length; }).on('end', () => console.log(count))";

const READS_PROC = 'it looks at /proc';

test('standard streams carry bytes both ways', async (t) => {
  const shouting = "process.stdin.on('data', (data) => process.stdout.write(String(data).toUpperCase()))";
  const child = ours.spawn(...script(shouting));
  child.stdin.end('hello');
  t.is(await textOf(child.stdout), 'HELLO');
});

test('pipes beyond the standard streams carry bytes both ways', async (t) => {
  const run = async (module: Module) => {
    const answering = "const fs = require('node:fs'); fs.writeSync(5, 'got ' + fs.readFileSync(4))";
    const child = module.spawn(...script(answering), {
      stdio: ['ignore', 'ignore', 'inherit', 'ignore', 'pipe', 'pipe'],
    });
    (child.stdio[4] as Writable).end('a line');
    return textOf(child.stdio.at(5));
  };
  t.is(await sameAsNode(t, run), 'got a line');
});

test('descriptors by number and streams by their descriptor are shared', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'rt-std-stdio-'));
  const path = join(directory, 'output');
  const descriptor = openSync(path, 'w');
  const writing = "for (const fd of [1, 2, 3]) require('node:fs').writeSync(fd, 'to ' + fd + '\\n')";
  const child = ours.spawn(...script(writing), {
    stdio: ['ignore', descriptor, { fd: descriptor } as never, descriptor],
  });
  await new Promise((resolve) => child.on('close', resolve));
  closeSync(descriptor);
  t.is(readFileSync(path, 'utf8'), 'to 1\nto 2\nto 3\n');
  rmSync(directory, { recursive: true });
});

test("a child's stream can be another child's input", async (t) => {
  const run = async (module: Module) => {
    const first = module.spawn(...writes('one two'));
    const second = module.spawn(...script(COUNTING), { stdio: [first.stdout, 'pipe', 'inherit'] });
    return textOf(second.stdout);
  };
  await sameAsNode(t, run);
});

testButOnWindows('a server can be an entry, which Node refuses when the child runs already', READS_PROC, async (t) => {
  const server = createServer().listen(0);
  t.teardown(() => server.close());
  await once(server, 'listening');
  const child = ours.spawn('readlink', ['/proc/self/fd/3'], { stdio: ['ignore', 'pipe', 'inherit', server as never] });
  t.regex(await textOf(child.stdout), /^socket:\[\d+\]\n$/);
});

const SHORTHANDS = ['pipe', 'ignore', 'inherit', 'overlapped'] as const;
for (const stdio of SHORTHANDS) {
  test(`shorthand ${stdio}`, async (t) => {
    const run = async (module: Module) => {
      const child = module.spawn('true', { stdio: stdio as 'pipe' });
      const nulls = child.stdio.map((stream) => stream === null);
      return [nulls, await new Promise((resolve) => child.on('close', (...end) => resolve(end)))];
    };
    await sameAsNode(t, run);
  });
}

/** What is open in the child, beside the descriptor with which ls reads the directory. */
async function openIn(module: Module, stdio: unknown[]): Promise<string[]> {
  const child = module.spawn('sh', ['-c', 'for n in 3 4 5; do readlink /proc/self/fd/$n || echo closed; done'], {
    stdio: ['ignore', 'pipe', 'ignore', ...stdio] as never,
  });
  return (await textOf(child.stdout)).trim().split('\n');
}

testButOnWindows('from position 3 on, what is no pipe is the null device', READS_PROC, async (t) => {
  t.deepEqual(await openIn(ours, ['ignore', null, 'inherit']), ['/dev/null', '/dev/null', '/dev/null']);
});

testButOnWindows('standard streams that are ignored are the null device', READS_PROC, async (t) => {
  const child = ours.spawn('sh', ['-c', 'readlink /proc/self/fd/0 /proc/self/fd/2'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.is(await textOf(child.stdout), '/dev/null\n/dev/null\n');
});

testButOnWindows('no descriptor of the parent reaches a child', READS_PROC, async (t) => {
  const descriptor = openSync(__filename, 'r');
  const child = ours.spawn('ls', ['-l', '/proc/self/fd'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const open = await textOf(child.stdout);
  t.regex(open, /\/dev\/null/);
  t.false(open.includes(__filename));
  closeSync(descriptor);
});

test('16 MiB through two children keep their bytes', async (t) => {
  const first = ours.spawn('head', ['-c', String(16 * 1024 * 1024), '/dev/zero']);
  const second = ours.spawn(...script(COUNTING));
  first.stdout.pipe(second.stdin);
  t.is((await textOf(second.stdout)).trim(), String(16 * 1024 * 1024));
});

for (const fd of [-1, -2, -3, -100, 1000]) {
  test(`a stream whose descriptor is ${fd} is treated as by Node`, (t) => {
    const run = (module: Module) => {
      const stdio = ['ignore', 'ignore', { fd }, { fd }] as never;
      const { error, status } = module.spawnSync('true', { stdio });
      return { message: error?.message, status };
    };
    return sameAsNode(t, run);
  });
}
