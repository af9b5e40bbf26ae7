/**
 * The pipes of an asynchronous child are pairs of sockets, as Node's are: a child may write to the
 * one that it reads from, read from the one that it writes to, and use any of them as a socket.
 */
import type { ChildProcess } from 'node:child_process';
import test from 'ava';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

/** What is seen of a child with three pipes: its ends, and what came from each pipe. */
interface Seen {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  module: Module,
  command: readonly [string, ...string[]],
  talk: (child: ChildProcess) => void,
): Promise<Seen> {
  const [file, ...args] = command;
  return new Promise((resolve) => {
    const child = module.spawn(file, args, { stdio: 'pipe' }) as ChildProcess;
    const seen = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (bytes) => {
        seen[name] += bytes;
      });
    }
    talk(child);
    child.on('close', (code, signal) => resolve({ code, signal, ...seen }));
  });
}

const node = (program: string): [string, ...string[]] => [process.execPath, '-e', program];

const end = (child: ChildProcess): void => void child.stdin?.end('input');

/** How the parent writes to a stream that the child writes to; Node's types say that it cannot. */
const writeTo =
  (name: 'stdout' | 'stderr') =>
  (child: ChildProcess): void => {
    (child[name] as unknown as NodeJS.WritableStream).write('line\n');
    child.stdin?.end();
  };

const CASES: Record<string, readonly [[string, ...string[]], (child: ChildProcess) => void]> = {
  // The parent ends its side later: one that is closed with bytes unread resets the connection.
  'a child writes to its descriptor 0': [
    ['sh', '-c', 'echo x >&0; echo "alive $?"'],
    (child) => child.stdout?.once('data', () => child.stdin?.end()),
  ],
  'a child reads from its descriptor 1': [['sh', '-c', 'read x <&1; echo "got $x" >&2'], writeTo('stdout')],
  'a child reads from its descriptor 2': [['sh', '-c', 'read x <&2; echo "got $x"'], writeTo('stderr')],
  'a child has closed its descriptor 1': [['sh', '-c', 'exec 1>&-; echo still >&2; cat >&2'], end],
  'a child has closed its descriptor 0': [['sh', '-c', 'exec 0<&-; echo still'], (child) => child.stdin?.end()],
  'a child uses descriptor 1 as a socket': [
    node(`
      const socket = new (require('node:net').Socket)({ fd: 1 });
      socket.write('one ');
      setTimeout(() => socket.end('two'), 50);
      socket.on('end', () => process.stderr.write('ended'));
    `),
    end,
  ],
  'a child uses descriptor 2 as a socket, both ways': [
    node(`
      const socket = new (require('node:net').Socket)({ fd: 2 });
      socket.on('data', (bytes) => process.stdout.write('got ' + bytes, () => process.exit()));
      socket.write('asked');
    `),
    (child) => child.stderr?.once('data', () => writeTo('stderr')(child)),
  ],
  "a child writes by Python's asyncio": [
    [
      'python3',
      '-c',
      `
import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    for number in range(3):
        writer.write(b'line %d\\n' % number)
        await writer.drain()
        await asyncio.sleep(.02)
    writer.close()
asyncio.run(main())
`,
    ],
    end,
  ],
};

for (const [title, [command, talk]] of Object.entries(CASES)) {
  test(title, async (t) => {
    const seen = await sameAsNode(t, (module) => run(module, command, talk));
    t.true(seen.stdout + seen.stderr !== '');
  });
}
