import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { attempt, describeError, type Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

const IS_WINDOWS = process.platform === 'win32';
if (!IS_WINDOWS) test.skip('the rules of Windows (skipped: this is another system)', () => {});

/** One of the rules of Windows, run there beside Node's module. */
function onWindows(title: string, implementation: (t: ExecutionContext) => Promise<void>): void {
  if (IS_WINDOWS) test.serial(title, implementation);
}

const folder = mkdtempSync(join(tmpdir(), 'rt-std-windows-'));
const inFolder = { cwd: folder, encoding: 'utf8' } as const;
const spaced = join(folder, 'with a space');
mkdirSync(spaced);
for (const name of ['greet.bat', 'greet.cmd']) writeFileSync(join(folder, name), '@echo greeted %1\r\n');
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const showArguments = ['-p', 'JSON.stringify(process.argv.slice(1))'];
const idle = ['-e', 'setInterval(() => {}, 1000)'];

interface End {
  readonly code?: number | null;
  readonly signal?: string | null;
  readonly error?: unknown;
}

function ended(child: ReturnType<Module['spawn']>): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ error: describeError(error) }));
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}

for (const name of ['greet.bat', 'greet.cmd', 'GREET.BAT', 'greet.bat ', 'greet.cmd.', join(folder, 'greet.bat')]) {
  onWindows(
    `without a shell the batch file ${JSON.stringify(basename(name))}${name.startsWith(folder) ? ' with its folder' : ''} is refused`,
    async (t) => {
      const outcome = await sameAsNode(t, async (m) => ({
        spawn: attempt(() => m.spawn(name, ['x'], { cwd: folder })),
        spawnSync: describeError(m.spawnSync(name, ['x'], inFolder).error),
        execFileSync: attempt(() => m.execFileSync(name, ['x'], inFolder)),
      }));
      t.like(outcome.spawn, { code: 'EINVAL' });
    },
  );
}

onWindows('a name that ends in a space outside ASCII is not that of a batch file', async (t) => {
  const outcome = await sameAsNode(t, async (m) => ({
    spawn: await ended(m.spawn('greet.bat\u00a0', ['x'], { cwd: folder })),
    spawnSync: describeError(m.spawnSync('greet.bat\u00a0', ['x'], inFolder).error),
  }));
  t.like(outcome.spawn.error, { code: 'ENOENT' });
});

onWindows('with a shell batch files run', async (t) => {
  const outcome = await sameAsNode(t, (m) => [
    m.spawnSync('greet.bat', ['x'], { ...inFolder, shell: true }).stdout,
    m.execSync('greet.cmd y', inFolder),
    m.execFileSync('greet', ['z'], { ...inFolder, shell: true }),
  ]);
  t.deepEqual(outcome, ['greeted x\r\n', 'greeted y\r\n', 'greeted z\r\n']);
});

onWindows('a name is not completed by PATHEXT without a shell', async (t) => {
  const outcome = await sameAsNode(t, async (m) => ({
    spawn: await ended(m.spawn('greet', [], { cwd: folder })),
    spawnSync: describeError(m.spawnSync('greet', [], inFolder).error),
    path: m.spawnSync('greet', [], { encoding: 'utf8', env: { ...process.env, PATH: folder } }).error?.message,
  }));
  t.like(outcome.spawn.error, { code: 'ENOENT' });
});

onWindows('a program is found without .exe, in the PATH of the child', async (t) => {
  const run = (m: Module, env: NodeJS.ProcessEnv) => {
    const { status, stdout, error } = m.spawnSync('cmd', ['/c', 'echo hi'], { encoding: 'utf8', env });
    return { status, stdout, error: describeError(error) };
  };
  await sameAsNode(t, (m) => [
    run(m, process.env),
    run(m, { Path: 'C:\\windows\\system32' }),
    run(m, { PATH: folder }),
  ]);
});

onWindows('a shell is cmd.exe /d /s /c with the command in quotes', async (t) => {
  const outcome = await sameAsNode(t, async (m) => {
    const child = m.exec('echo hi');
    await ended(child);
    return { file: child.spawnfile.toLowerCase().split('\\').at(-1), args: child.spawnargs };
  });
  t.is(outcome.file, 'cmd.exe');
  t.deepEqual(outcome.args.slice(1), ['/d', '/s', '/c', '"echo hi"']);
});

onWindows('the shell is that of the variable comspec, or another', async (t) => {
  await sameAsNode(t, async (m) => {
    const { comspec } = process.env;
    process.env.comspec = 'no-such-shell.exe';
    try {
      const named = m.spawn('echo hi', { shell: 'cmd.exe' });
      const child = m.spawn('echo hi', { shell: true });
      const ends = await Promise.all([ended(named), ended(child)]);
      return [ends, named.spawnargs, child.spawnargs];
    } finally {
      process.env.comspec = comspec;
    }
  });
});

for (const command of [
  `"${process.execPath}" -p 1+1`,
  `"${process.execPath}" -p "'a b'" & echo two`,
  'echo %CD%',
  'exit 3',
  'exit -1',
  'no-such-command',
  'echo out& echo err>&2& exit 5',
]) {
  onWindows(`the command ${command.replace(process.execPath, 'node.exe')}`, async (t) => {
    await sameAsNode(
      t,
      (m) =>
        new Promise<unknown[]>((resolve) => {
          m.exec(command, inFolder, (...outcome) => resolve(outcome.map(describeError)));
        }),
    );
  });
}

const WORDS = ['', 'a b', 'a"b', '\\', 'c:\\a b\\', 'x\\"y', '%PATH%', 'ü €', '^&|<>', 'tab\there', '""', 'a\\\\b'];

onWindows('each argument reaches the child as it is', async (t) => {
  const args = [...showArguments, '--', ...WORDS];
  const outcome = await sameAsNode(t, (m) => m.execFileSync(process.execPath, args, inFolder));
  t.deepEqual(JSON.parse(outcome), WORDS);
});

onWindows('verbatim arguments are not quoted', async (t) => {
  const args = ['-p', '"JSON.stringify(process.argv.slice(1))"', '--', '"a b"', 'c d', '"e\\"f"'];
  const options = { ...inFolder, windowsVerbatimArguments: true };
  const outcome = await sameAsNode(t, (m) => m.spawnSync(process.execPath, args, options).stdout);
  t.deepEqual(JSON.parse(outcome), ['a b', 'c', 'd', 'e"f']);
});

onWindows('a hidden window, a session of its own and overlapped pipes', async (t) => {
  await sameAsNode(t, async (m) => {
    const hidden = m.spawnSync('cmd', ['/c', 'echo hi'], { encoding: 'utf8', windowsHide: true }).stdout;
    const detached = await ended(m.spawn(process.execPath, ['-e', 'process.exit(6)'], { detached: true }));
    const overlapped = m.spawn(process.execPath, ['-p', '7'], { stdio: ['ignore', 'overlapped', 'inherit'] });
    let text = '';
    overlapped.stdout?.on('data', (data) => {
      text += data;
    });
    await new Promise((resolve) => overlapped.on('close', resolve));
    return { hidden, detached, text };
  });
});

onWindows('of names that differ in case one is left', async (t) => {
  const names = 'JSON.stringify(Object.entries(process.env).filter(([name]) => /^(rt_|path$)/i.test(name)))';
  const { PATH: path, ...others } = process.env;
  const environments = [
    { ...others, Rt_A: '1', RT_A: '2', rt_a: '3', rt_b: '4' },
    { ...others, rt_a: '3', RT_A: '2', Path: path },
    { RT_ONLY: '1' },
  ];
  const outcome = await sameAsNode(t, (m) =>
    environments.map((env) => m.spawnSync(process.execPath, ['-p', names], { ...inFolder, env }).stdout),
  );
  t.regex(outcome[0] as string, /RT_A/i);
});

for (const signal of ['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGQUIT'] as const) {
  onWindows(`${signal} ends a child`, async (t) => {
    const outcome = await sameAsNode(t, async (m) => {
      const child = m.spawn(process.execPath, idle, { stdio: 'ignore' });
      const end = ended(child);
      const sent = [child.kill(0), child.kill(signal)];
      return { sent, end: await end, killed: child.killed, again: child.kill(), is: child.signalCode };
    });
    t.like(outcome, { sent: [true, true], end: { code: null, signal }, again: false });
  });
}

for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGWINCH', 'SIGBREAK'] as const) {
  onWindows(`${signal} cannot be sent`, async (t) => {
    await sameAsNode(t, async (m) => {
      const child = m.spawn(process.execPath, idle, { stdio: 'ignore' });
      const failed: unknown[] = [];
      child.on('error', (error) => failed.push(describeError(error)));
      const sent = attempt(() => child.kill(signal as NodeJS.Signals));
      const end = new Promise((resolve) => child.on('exit', (...outcome) => resolve(outcome)));
      child.kill('SIGKILL');
      return { sent, failed, end: await end };
    });
  });
}

onWindows('timeouts and limits of output', async (t) => {
  await sameAsNode(t, (m) => {
    const { pid: _, error, ...late } = m.spawnSync(process.execPath, idle, { timeout: 300 });
    const long = ['-e', "process.stdout.write('x'.repeat(1e6))"];
    const { pid: __, error: cut, stdout, ...rest } = m.spawnSync(process.execPath, long, { maxBuffer: 10 });
    return { late, error: describeError(error), rest, cut: describeError(cut), length: stdout.length };
  });
});

onWindows('a folder whose name has a space, and one that is missing', async (t) => {
  await sameAsNode(t, async (m) => {
    const shown = m.execFileSync(process.execPath, ['-p', 'process.cwd()'], { cwd: spaced, encoding: 'utf8' });
    const { error } = m.spawnSync('cmd', ['/c', 'echo'], { cwd: join(folder, 'missing') });
    return { shown, code: (error as NodeJS.ErrnoException).code, errno: (error as NodeJS.ErrnoException).errno };
  });
});
