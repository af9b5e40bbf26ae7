import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { theirs } from '../support/modules';
import { IS_WINDOWS } from '../support/portable';
import { copyPackage, PACKAGE } from '../support/program';
import { testWhere } from '../support/test-where';

function doctor(folder: string, env: Record<string, string> = {}): { output: string; status: number | null } {
  const { NODE_OPTIONS: _, ...rest } = process.env;
  const rt = join(folder, 'dist', 'command', 'rt.js');
  const { stdout, stderr, status } = theirs.spawnSync(process.execPath, [rt, 'doctor'], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...rest, ...env },
  });
  return { output: stdout + stderr, status };
}

const IS_LINUX = process.platform === 'linux';
const linux = testWhere(IS_LINUX, 'this is not Linux');
const windows = testWhere(IS_WINDOWS, 'this is not Windows');
const either = testWhere(IS_LINUX || IS_WINDOWS, 'this is neither Linux nor Windows');

linux('rt doctor says what works, by what, and that nothing is to be done', (t) => {
  const { output, status } = doctor(PACKAGE);
  t.regex(output, /^versions: rt-std \d+\.\d+\.\d+, (Node v|Bun |Deno )\S+, linux \w+, kernel \S+$/m);
  t.regex(output, /^child_process: native \(the native addon is loaded\)$/m);
  t.regex(output, /^querystring: (native|wasm) \(.+\)$/m);
  t.regex(output, /^addon: built in this clone, for linux-/m);
  t.regex(output, /^override: Node's own modules are in their place$/m);
  t.regex(output, /^contain: by (a control group|session and a variable)/m);
  t.regex(output, /^terminal: available$/m);
  t.notRegex(output, /what to do/);
  t.is(status, 0);
});

windows('on Windows rt doctor says what works by what, and that nothing is to be done', (t) => {
  for (const backend of ['node', 'native']) {
    const { output, status } = doctor(PACKAGE, { RT_STD_BACKEND: backend });
    t.regex(output, /^versions: rt-std \d+\.\d+\.\d+, Node v\S+, win32 \w+, kernel \S+$/m);
    t.regex(output, new RegExp(`^child_process: ${backend} \\(.+\\)$`, 'm'));
    t.regex(output, /^querystring: native \(.+\)$/m);
    t.regex(output, /^addon: built in this clone, for win32-/m);
    t.regex(output, /^contain: not available: it needs Linux and the native addon$/m);
    t.regex(output, /^terminal: not available: it needs Linux and the native addon$/m);
    t.notRegex(output, /what to do/);
    t.is(status, 0);
  }
});

/** What takes terminals from a namespace of mounts, the error that follows, and what to do. */
const WITHOUT_TERMINALS = [
  ['mount -t devpts -o newinstance,ptmxmode=666,max=1 none /dev/pts && exec 9<>/dev/ptmx', 'EAGAIN', 'end programs'],
  ['mount -t tmpfs none /dev/pts', 'ENODEV', 'mount devpts'],
  ['mount --bind /dev/null /dev/ptmx', 'ENOTTY', 'mount devpts'],
] as const;

const mayMount = IS_LINUX && theirs.spawnSync('unshare', ['-m', 'true']).status === 0;
const mounting = testWhere(mayMount, 'this process may mount nothing');

mounting('rt doctor says why there is no terminal, and what to do', (t) => {
  const rt = join(PACKAGE, 'dist', 'command', 'rt.js');
  for (const [mount, code, remedy] of WITHOUT_TERMINALS) {
    const script = `${mount} || exit 7; "${process.execPath}" "${rt}" doctor`;
    const { stdout, stderr, status } = theirs.spawnSync('unshare', ['-m', 'sh', '-c', script], { encoding: 'utf8' });
    const expected = new RegExp(`^terminal: not available: .* ${code}\\b.*\\n {2}what to do: ${remedy}`, 'm');
    t.regex(stdout, expected, stderr);
    t.is(status, 1);
  }
});

linux('rt doctor says that terminals need the addon', (t) => {
  const { output } = doctor(PACKAGE, { RT_STD_BACKEND: 'node' });
  t.regex(output, /^child_process: node \(RT_STD_BACKEND is 'node'\)$/m);
  t.regex(output, /^terminal: not available: it needs Linux and the native addon$/m);
});

either('rt doctor sees the override and the variables', (t) => {
  // A backslash in NODE_OPTIONS is for the character behind it.
  const options = `--require ${join(PACKAGE, 'dist', 'override', 'index.js').replaceAll('\\', '/')}`;
  const { output } = doctor(PACKAGE, { NODE_OPTIONS: options, RT_STD_DISABLE: 'all' });
  t.regex(output, /^override: Node's modules are replaced in this process$/m);
  t.true(output.includes('RT_STD_DISABLE=all'));
});

linux('NODE_DEBUG=rt-std prints what was decided, and nothing without it', (t) => {
  const override = join(PACKAGE, 'dist', 'override', 'index.js');
  const run = (NODE_DEBUG: string): string =>
    theirs.spawnSync(process.execPath, ['--require', override, '-e', "require('child_process').spawnSync('true')"], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NODE_DEBUG },
    }).stderr;
  const text = run('rt-std');
  t.regex(text, /^RT-STD \d+: override: on$/m);
  t.regex(text, /^RT-STD \d+: loaded the addon \S+\.node$/m);
  t.regex(text, /^RT-STD \d+: child_process: native, since the native addon is loaded$/m);
  t.is(run(''), '');
});

linux('without the addon, or with one of another version, rt doctor says what to do', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-doctor-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  copyPackage(folder);
  const without = doctor(folder);
  t.regex(without.output, /^child_process: node \(.*is not installed/m);
  t.regex(without.output, /^ {2}what to do: what the reason says/m);
  t.regex(without.output, /^addon: none is installed$/m);
  t.is(without.status, 1);

  const install = (name: string): void => {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{ "version": "0.0.1", "main": "addon.node" }');
  };
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const libraries = header?.glibcVersionRuntime === undefined ? ['musl', 'gnu'] : ['gnu', 'musl'];
  const [name, other] = libraries.map((library) => `rt-std-linux-${process.arch}-${library}`) as [string, string];
  install(other);
  const remedy = `what to do: npm install ${name}@\\d`;
  t.regex(doctor(folder).output, new RegExp(`^addon: ${other} .*, which is for another C library\n {2}${remedy}`, 'm'));
  install(name);
  t.regex(doctor(folder).output, new RegExp(`^addon: ${name} 0\\.0\\.1\n {2}${remedy}`, 'm'));
});
