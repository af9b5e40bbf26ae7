import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { NODE } from '../../support/portable';
import { describeError, type Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

type Outcome = unknown[];
type Run = (module: Module, done: (...outcome: Outcome) => void) => void;

/** Commands whose callbacks must get the same from both modules. */
const SAME: Record<string, Run> = {
  'output and errors': (m, done) => m.exec('echo out && echo err >&2', done),
  'an exit code': (m, done) => m.exec('echo out && echo err >&2 && exit 4', done),
  'a signal': (m, done) => m.exec('kill -KILL $$', done),
  'a missing program': (m, done) => m.execFile('no-such-program', ['a'], done),
  'no arguments': (m, done) => m.execFile('true', done),
  'null as arguments': (m, done) => m.execFile('true', null, done),
  'options in place of arguments': (m, done) => m.execFile('pwd', { cwd: '/' }, done),
  'a file URL as cwd': (m, done) => m.execFile('pwd', { cwd: pathToFileURL(tmpdir()) }, done),
  Buffers: (m, done) => m.execFile('echo', ['hi'], { encoding: 'buffer' }, done),
  'an unknown encoding': (m, done) => m.execFile('echo', ['hi'], { encoding: 'what' as never }, done),
  'an undefined encoding': (m, done) => m.execFile('echo', ['hi'], { encoding: undefined as never }, done),
  'another encoding': (m, done) => m.execFile('echo', ['hi'], { encoding: 'hex' }, done),
  'too much output': (m, done) => m.exec('yes', { maxBuffer: 10 }, done),
  'too much of characters of three bytes': (m, done) => m.exec('printf "€€€€" && sleep 0.1', { maxBuffer: 7 }, done),
  'too much on stderr': (m, done) => m.exec('yes >&2', { maxBuffer: 5, encoding: 'buffer' }, done),
  'exactly as much as allowed': (m, done) => m.exec('printf 12345', { maxBuffer: 5 }, done),
  'no output, and null as its limit': (m, done) => m.execFile('true', { maxBuffer: null as never }, done),
  'output, and null as its limit': (m, done) => m.exec('echo hi', { maxBuffer: null as never }, done),
  'any number of bytes': (m, done) => m.exec('head -c 3000000 /dev/zero', { maxBuffer: Infinity }, done),
  'a timeout': (m, done) => m.execFile('sleep', ['60'], { timeout: 30 }, done),
  'a timeout with a signal': (m, done) => m.execFile('sleep', ['60'], { timeout: 30, killSignal: 'SIGKILL' }, done),
  'an aborted signal': (m, done) => m.execFile('sleep', ['60'], { signal: AbortSignal.abort() }, done),
  'a shell for execFile': (m, done) => m.execFile('echo $0', { shell: true }, done),
  'another shell': (m, done) => m.exec('echo $0', { shell: '/bin/bash' }, done),
};

for (const [title, run] of Object.entries(SAME)) {
  test(`callback: ${title}`, async (t) => {
    const outcomeOf = (module: Module): Promise<Outcome> =>
      new Promise((resolve) => run(module, (...outcome) => resolve(outcome.map(describeError))));
    await sameAsNode(t, outcomeOf);
  });
}

test('the promisified forms resolve, reject and hold the child', async (t) => {
  const run = async (module: Module) => {
    const promise = promisify(module.execFile)('echo', ['hi']);
    const child = promise.child instanceof module.ChildProcess;
    const failed = await promisify(module.exec)('echo out && exit 3').catch(describeError);
    return { child, resolved: await promise, failed };
  };
  await sameAsNode(t, run);
});

test('the promisified forms refuse bad arguments with the messages of Node', async (t) => {
  const outcome = (call: () => unknown): unknown => {
    try {
      return call();
    } catch (error) {
      return describeError(error);
    }
  };
  await sameAsNode(t, ({ exec, execFile }: Module) =>
    [exec, execFile].flatMap((callable) => {
      const promised = promisify(callable) as unknown as (...args: unknown[]) => unknown;
      return [[], [undefined], [5]].map((args) => outcome(() => promised(...args)));
    }),
  );
});

test('exec calls the execFile that a program put in its place', (t) => {
  const { execFile } = ours;
  const calls: unknown[] = [];
  ours.execFile = ((...args: unknown[]) => calls.push(args)) as never;
  try {
    ours.exec('echo hi', { cwd: '/' });
  } finally {
    ours.execFile = execFile;
  }
  t.like(calls, [['echo hi', { cwd: '/', shell: true }]]);
});

test('multibyte characters that arrive in pieces are decoded whole', async (t) => {
  const [first, ...others] = Buffer.from('€');
  const later = `setTimeout(() => process.stdout.write(Buffer.of(${others})), 50)`;
  const script = `process.stdout.write(Buffer.of(${first})); ${later}`;
  const { stdout } = await promisify(ours.exec)(`"${NODE}" -e "${script}"`);
  t.is(stdout, '€');
});
