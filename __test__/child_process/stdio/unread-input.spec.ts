import { type Duplex, Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { testButOnWindows } from '../../support/portable';
import { sameAsNode } from '../../support/same-as-node';

const SHELL = 'which starts a shell of POSIX';
/** More than a pipe takes. */
const MUCH = Buffer.alloc(1_000_000);

testButOnWindows('a child that does not read its little input makes no error', SHELL, async (t) => {
  const outcomes = await sameAsNode(t, async ({ spawn }) => {
    const seen: unknown[] = [];
    for (let round = 0; round < 5; round++) {
      // Until the parent has written, the child waits at its other input.
      const child = spawn('sh', ['-c', 'read line <&3; echo done'], { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
      child.stdin?.on('error', ({ code }: NodeJS.ErrnoException) => seen.push(code));
      child.stdout?.resume();
      const closed = new Promise((resolve) => child.on('close', resolve));
      const stdin = child.stdin as Writable;
      const isFinished = finished(stdin).then(
        () => true,
        ({ code }) => code,
      );
      await pipeline(Readable.from(['some ', 'input']), stdin);
      (child.stdio[3] as NodeJS.WritableStream).end('go\n');
      seen.push(await closed, await isFinished, (stdin as Duplex).readable);
    }
    return seen;
  });
  t.deepEqual(outcomes, Array(5).fill([0, true, false]).flat());
});

for (const [title, script] of [
  ['all of its input', 'exec 0<&-; echo closed; read line <&3'],
  ['the rest of its input', 'head -c 10 > /dev/null; exec 0<&-; echo closed; read line <&3'],
] as const) {
  testButOnWindows(`what is written to a child that has closed ${title} is EPIPE`, SHELL, async (t) => {
    const outcome = await sameAsNode(t, async ({ spawn }) => {
      const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
      const closed = new Promise((resolve) => child.on('close', resolve));
      if (script.startsWith('exec')) await new Promise((resolve) => child.stdout?.once('data', resolve));
      else child.stdout?.resume();
      const error = new Promise<Error>((resolve) => child.stdin?.on('error', resolve));
      const written = new Promise<Error | null | undefined>((resolve) => child.stdin?.write(MUCH, resolve));
      const outcomes = [await error, await written].map((value) => ({ ...value, message: value?.message }));
      (child.stdio[3] as NodeJS.WritableStream).end('go\n');
      return [outcomes, await closed];
    });
    const epipe = { errno: -32, code: 'EPIPE', syscall: 'write', message: 'write EPIPE' };
    t.deepEqual(outcome, [[epipe, epipe], 0]);
  });
}
