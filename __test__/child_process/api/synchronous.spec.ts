import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { IS_WINDOWS, NODE } from '../../support/portable';
import { describeError, type Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

function resultOf(result: object): unknown {
  const { pid, error, ...rest } = result as { pid: number; error?: Error };
  return { ...rest, keys: Object.keys(result).sort(), pid: pid > 0, error: describeError(error) };
}

function thrown(call: () => unknown): unknown {
  try {
    return { returned: call() };
  } catch (error) {
    const { pid, error: itself, ...rest } = describeError(error) as { pid: number; error: unknown };
    return { ...rest, pid: pid > 0, holdsItself: itself === error };
  }
}

/** A program that writes the same on each system, and ends with a code. */
const OUT_ERR_3 = "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3";

/** Runs whose results must be the same from both modules. */
const SAME: Record<string, (module: Module) => object> = {
  'output and errors': (m) => m.spawnSync(NODE, ['-e', OUT_ERR_3]),
  text: (m) => m.spawnSync('echo', ['é'], { encoding: 'utf8' }),
  'input as text': (m) => m.spawnSync('cat', { input: 'hello' }),
  'input as bytes': (m) => m.spawnSync('cat', { input: Buffer.from('hello') }),
  'input as wide numbers': (m) => m.spawnSync('cat', { input: Uint16Array.of(0x4142, 0x4344) }),
  'input as a view': (m) =>
    m.spawnSync('cat', { input: new DataView(new TextEncoder().encode('abcdef').buffer, 0, 3) }),
  'empty input': (m) => m.spawnSync('cat', { input: '' }),
  'much input that comes back': (m) => m.spawnSync('cat', { input: Buffer.alloc(900_000, 'abc') }),
  'much input that nobody reads': (m) => m.spawnSync('true', { input: Buffer.alloc(3_000_000) }),
  'a missing program': (m) => m.spawnSync('no-such-program', ['a']),
  'a program that may not be executed': (m) => m.spawnSync('/etc/passwd'),
  'a signal': (m) => m.spawnSync('sh', ['-c', 'kill -KILL $$']),
  'a timeout': (m) => m.spawnSync('sleep', ['60'], { timeout: 30 }),
  'a timeout with a signal': (m) => m.spawnSync('sleep', ['60'], { timeout: 30, killSignal: 'SIGKILL' }),
  'a child that handles the signal of its timeout': (m) =>
    m.spawnSync('sh', ['-c', 'trap "exit 9" TERM; while :; do sleep 0.01; done'], { timeout: 500, stdio: 'ignore' }),
  'no limit of output': (m) => m.spawnSync('head', ['-c', '3000000', '/dev/zero'], { maxBuffer: Infinity }),
  'an undefined limit of output': (m) => m.spawnSync('head', ['-c', '3000000', '/dev/zero'], { maxBuffer: undefined }),
  'output without a limit, which is 0': (m) => m.spawnSync('printf', ['12345'], { maxBuffer: 0 }),
  'output of exactly the limit': (m) => m.spawnSync('printf', ['12345'], { maxBuffer: 5 }),
  'no streams': (m) => m.spawnSync('true', { stdio: 'ignore' }),
  'one stream of three': (m) => m.spawnSync('echo', ['hi'], { stdio: ['ignore', 'pipe', 'ignore'] }),
  'more streams': (m) =>
    m.spawnSync(NODE, ['-e', "require('node:fs').writeSync(3, 'three')"], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    }),
  'another argv0': (m) => m.spawnSync('sh', ['-c', 'echo $0'], { argv0: 'renamed' }),
  'a shell': (m) => m.spawnSync('echo $0', { shell: true }),
  'a directory': (m) => m.spawnSync('pwd', { cwd: pathToFileURL(tmpdir()) }),
};

for (const [title, run] of Object.entries(SAME)) {
  test(`spawnSync: ${title}`, async (t) => {
    await sameAsNode(t, (module) => resultOf(run(module)));
  });
}

const SAME_OR_THROWN: Record<string, (module: Module) => unknown> = {
  'execSync: output': (m) => m.execSync('echo hi'),
  'execSync: text': (m) => m.execSync('echo hi', { encoding: 'utf8' }),
  'execSync: an exit code': (m) => m.execSync('echo out && echo err >&2 && exit 3', { stdio: 'pipe' }),
  'execSync: an exit code without errors': (m) => m.execSync('exit 3'),
  'execSync: a timeout': (m) => m.execSync(IS_WINDOWS ? 'sleep 5' : 'exec sleep 60', { timeout: 30 }),
  'execFileSync: output': (m) => m.execFileSync('echo', ['hi']),
  'execFileSync: a missing program': (m) => m.execFileSync('no-such-program', ['a']),
  'execFileSync: an exit code': (m) =>
    m.execFileSync(NODE, ['-e', 'process.exitCode = 3'], { argv0: 'renamed' } as never),
};

for (const [title, run] of Object.entries(SAME_OR_THROWN)) {
  test(title, async (t) => {
    await sameAsNode(t, (module) => thrown(() => run(module)));
  });
}

test('a limit of output that is passed ends the child and keeps what was read', (t) => {
  const result = ours.spawnSync('yes', { maxBuffer: 10 });
  t.like(result, {
    status: null,
    signal: 'SIGTERM',
    error: { code: 'ENOBUFS', syscall: 'spawnSync yes', path: 'yes' },
  });
  t.true(result.stdout.toString().startsWith('y\ny\ny\ny\ny\n'));
});

test('data in stdio is the input of that descriptor', (t) => {
  const stdio = [Buffer.from('zero'), 'pipe', 'pipe', 'three'] as never;
  const script = "for (const fd of [0, 3]) process.stdout.write(require('node:fs').readFileSync(fd))";
  const { stdout } = ours.spawnSync(NODE, ['-e', script], { stdio, encoding: 'utf8' });
  t.is(stdout, 'zerothree');
});

test('a missing working directory says that it was the directory', (t) => {
  const { error } = ours.spawnSync('true', { cwd: '/no/such/directory' });
  t.like(error, { code: 'ENOENT', syscall: 'spawnSync true', cwd: '/no/such/directory' });
});

test('an empty working directory is none to spawn, and a missing one to spawnSync', async (t) => {
  const outcome = async (module: Module) => {
    const child = module.spawn('true', { cwd: '' });
    const code = await new Promise((resolve) => child.on('close', resolve));
    const { error } = module.spawnSync('true', { cwd: '' });
    return { code, error: (error as NodeJS.ErrnoException).code };
  };
  await sameAsNode(t, outcome);
});

test('stdio is read before an empty name of a program is refused', async (t) => {
  await sameAsNode(t, (module) => {
    const read: string[] = [];
    const options = {
      get stdio() {
        read.push('stdio');
        return 'pipe' as const;
      },
    };
    return [thrown(() => module.execFileSync('', [], options)), read];
  });
});

test('execSync shows the errors of the command on this stderr', (t) => {
  const script = "require('rt-std/child_process').execSync('echo shown>&2')";
  const { stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.is(stderr.replace('\r', ''), 'shown\n');
});
