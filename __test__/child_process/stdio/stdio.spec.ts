import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import test from 'ava';
import { ours } from '../../support/modules';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

async function textOf(stream: unknown): Promise<string> {
  let text = '';
  for await (const chunk of stream as Readable) text += chunk;
  return text;
}

test('standard streams carry bytes both ways', async (t) => {
  const child = ours.spawn('tr', ['a-z', 'A-Z']);
  child.stdin.end('hello');
  t.is(await textOf(child.stdout), 'HELLO');
});

test('pipes beyond the standard streams carry bytes both ways', async (t) => {
  const run = async (module: Module) => {
    const child = module.spawn('sh', ['-c', 'read line <&4; echo "got $line" >&5'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ignore', 'pipe', 'pipe'],
    });
    (child.stdio[4] as Writable).end('a line\n');
    return textOf(child.stdio.at(5));
  };
  t.is(await sameAsNode(t, run), 'got a line\n');
});

test('descriptors by number and streams by their descriptor are shared', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'rt-std-stdio-'));
  const path = join(directory, 'output');
  const descriptor = openSync(path, 'w');
  const child = ours.spawn('sh', ['-c', 'echo out; echo err >&2; echo three >&3'], {
    stdio: ['ignore', descriptor, { fd: descriptor } as never, descriptor],
  });
  await new Promise((resolve) => child.on('close', resolve));
  closeSync(descriptor);
  t.is(readFileSync(path, 'utf8'), 'out\nerr\nthree\n');
  rmSync(directory, { recursive: true });
});

test("a child's stream can be another child's input", async (t) => {
  const run = async (module: Module) => {
    const first = module.spawn('sh', ['-c', 'echo one; echo two']);
    const second = module.spawn('wc', ['-l'], { stdio: [first.stdout, 'pipe', 'inherit'] });
    return textOf(second.stdout);
  };
  await sameAsNode(t, run);
});

test('a server can be an entry, which Node refuses when the child runs already', async (t) => {
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

test('from position 3 on, what is no pipe is the null device', async (t) => {
  t.deepEqual(await openIn(ours, ['ignore', null, 'inherit']), ['/dev/null', '/dev/null', '/dev/null']);
});

test('standard streams that are ignored are the null device', async (t) => {
  const child = ours.spawn('sh', ['-c', 'readlink /proc/self/fd/0 /proc/self/fd/2'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.is(await textOf(child.stdout), '/dev/null\n/dev/null\n');
});

test('no descriptor of the parent reaches a child', async (t) => {
  const descriptor = openSync(__filename, 'r');
  const child = ours.spawn('ls', ['-l', '/proc/self/fd'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const open = await textOf(child.stdout);
  t.regex(open, /\/dev\/null/);
  t.false(open.includes(__filename));
  closeSync(descriptor);
});

test('16 MiB through two children keep their bytes', async (t) => {
  const first = ours.spawn('head', ['-c', String(16 * 1024 * 1024), '/dev/zero']);
  const second = ours.spawn('wc', ['-c']);
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
