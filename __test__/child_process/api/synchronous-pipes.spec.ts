import test from 'ava';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

/** More than a socket's buffer holds. */
const MUCH = 3_000_000;

/** In milliseconds, until a child writes: an emulator takes long to start it. */
const ENOUGH_TO_START = process.platform === 'win32' ? 2000 : 100;

const inNode = (m: Module, script: string, options: object = {}) =>
  m.spawnSync(process.execPath, ['-e', script], { ...options, env: {} });
const inShell = (m: Module, script: string, options: object = {}) => m.spawnSync('sh', ['-c', script], options);
const FOUR_PIPES = ['pipe', 'pipe', 'pipe', 'pipe'] as const;

/**
 * Children for which it makes a difference when the parent shuts down or closes its ends of the
 * pipes.
 */
const SAME: Record<string, (module: Module) => object> = {
  'a child that writes by a socket, a while after it has begun': (m) =>
    inNode(
      m,
      `const socket = new (require('net').Socket)({ fd: 1 });
       socket.write('one ');
       setTimeout(() => socket.write('two', () => process.exit()), 50);`,
    ),
  'a child that writes by a socket at descriptor 3': (m) =>
    inNode(m, `new (require('net').Socket)({ fd: 3 }).write('three', () => process.exit())`, { stdio: FOUR_PIPES }),
  'a child that writes to its standard input': (m) => inShell(m, 'echo x >&0; echo alive'),
  'a child that writes to its standard input, which has input': (m) =>
    inShell(m, 'echo x >&0; cat; echo alive', { input: 'input ' }),
  'a child that reads from its standard output': (m) => inShell(m, 'timeout 0.2 cat <&1; echo $?'),
  'a child that reads from descriptor 3': (m) => inShell(m, 'timeout 0.2 cat <&3; echo $?', { stdio: FOUR_PIPES }),
  'a child that reads from its standard input': (m) => inShell(m, 'cat <&0; echo $?'),
  'a child that closes its output long before it ends': (m) => inShell(m, 'echo x; exec >&-; sleep 0.1; exit 3'),
  'a child that shuts its output down': (m) =>
    inNode(m, `new (require('net').Socket)({ fd: 1 }).end('x', () => setTimeout(() => process.exit(4), 50))`),
  'a child that closes its input early': (m) =>
    inShell(m, 'exec 0<&-; sleep 0.05; echo done', { input: Buffer.alloc(MUCH) }),
  'a child that reads a part of its input': (m) => inShell(m, 'head -c 5', { input: Buffer.alloc(MUCH, 'abc') }),
  'a child that does not read its input, which fits a socket': (m) =>
    inShell(m, 'sleep 0.1; echo done', { input: 'short' }),
  'a grandchild that writes after the child has ended': (m) => inShell(m, '(sleep 0.2; echo late) & echo early'),
  'a grandchild that reads the input after the child has ended': (m) =>
    inShell(m, '(sleep 0.1; wc -c) <&0 & exit 2', { input: Buffer.alloc(MUCH) }),
  'a grandchild that keeps a pipe beyond the time limit': (m) =>
    inShell(m, 'sleep 5 & echo early; exit 3', { timeout: 400 }),
  'a child that writes all the time, and a time limit': (m) =>
    withoutOutput(m.spawnSync('yes', { timeout: ENOUGH_TO_START, maxBuffer: Infinity })),
  'a child that handles the signal of its time limit, and finds its pipes closed': (m) =>
    inShell(m, 'trap "sleep 0.2; echo late; exit 5" TERM; echo early; while :; do sleep 0.01; done', { timeout: 1000 }),
};

for (const [title, run] of Object.entries(SAME)) {
  test(`spawnSync: ${title}`, async (t) => {
    await sameAsNode(t, (module) => {
      const { pid, error, ...rest } = run(module) as { pid: number; error?: NodeJS.ErrnoException };
      return { ...rest, pid: pid > 0, error: error?.code };
    });
  });
}

/** How much there is depends on the speed of the child. */
function withoutOutput(result: ReturnType<Module['spawnSync']>): object {
  const { output, stdout, stderr, ...rest } = result;
  return { ...rest, pipes: output.map((bytes) => bytes !== null), empty: stdout.length === 0, errors: stderr };
}

test('a real-time signal has no name', async (t) => {
  await sameAsNode(t, (m) =>
    [32, 34, 35, 50, 64].map((signal) => {
      const { status, signal: name } = inShell(m, `kill -${signal} $$; exit 7`);
      return { signal, status, name };
    }),
  );
});

test('killSignal is a signal that has a name', async (t) => {
  await sameAsNode(t, (m) =>
    [0, 1, 31, 32, 34, 64, 65, -1, 1.5, Number.NaN, 'SIGRTMIN', 'sigkill', 'SIGIOT', 'SIGPOLL', ''].map(
      (killSignal) => {
        try {
          const { signal } = m.spawnSync('sleep', ['5'], { timeout: 20, killSignal: killSignal as never });
          return { killSignal, signal };
        } catch (error) {
          return { killSignal, thrown: String(error), code: (error as NodeJS.ErrnoException).code };
        }
      },
    ),
  );
});
