import type { ExecutionContext } from 'ava';
import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** Another platform than this one. */
const ELSEWHERE = process.platform === 'win32' ? 'linux' : 'win32';

/** What tests replace to see what a program does elsewhere. */
const FAKES: Record<string, string> = {
  'process.platform': `Object.defineProperty(process, 'platform', { value: '${ELSEWHERE}' })`,
  'process.platform, by the name of a system without an addon':
    "Object.defineProperty(process, 'platform', { value: 'aix' })",
  'process.arch': "Object.defineProperty(process, 'arch', { value: 'mips' })",
  'process.version and process.versions': `
    Object.defineProperty(process, 'version', { value: 'v8.0.0' });
    Object.defineProperty(process, 'versions', { value: { node: '8.0.0' } })`,
  'process.versions, by those of other runtimes':
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, bun: '1.0.0', deno: '2.0.0' } })",
};

/** Prints what children of all kinds do, and whether the addon has started them. */
const program = (steps: string): string => `
const path = process.execPath;
${steps}
const seen = {};
const note = (lane) => (...values) => (seen[lane] ??= []).push(values);
const { spawn, spawnSync, execFile, fork } = childProcess;
const run = spawnSync(path, ['-p', '"output"'], { encoding: 'utf8' });
seen.run = [run.status, run.signal, run.stdout, run.stderr];
spawnSync(path, ['-e', 'process.kill(process.pid, "SIGKILL")']).signal === null && note('run')('no signal');
const child = spawn(path, ['-e', 'process.stdin.pipe(process.stdout)'], { stdio: ['pipe', 'pipe', 2, 'ignore'] });
child.stdout.on('data', (bytes) => note('spawn')(String(bytes))).on('end', note('spawn'));
child.on('close', note('spawn'));
child.stdin.end('input');
spawn('no-such-program').on('error', ({ code, errno, syscall }) => note('missing')(code, errno, syscall));
execFile(path, ['-p', '1'], (error, stdout) => note('execFile')(error, stdout));
for (const serialization of ['json', 'advanced']) {
  const forked = fork('child.cjs', { execArgv: [], serialization });
  // It ends by itself. On a busy machine, Node reports that before the message.
  forked.on('message', note(serialization)).on('exit', note(serialization + ', end'));
}
process.on('exit', () => console.log(JSON.stringify({ seen, isNative: 'resourceUsage' in run })));
`;

/** A folder with these programs, and the child that they fork. */
function folderOf(t: ExecutionContext, files: Record<string, string>): ProgramFolder {
  const folder = new ProgramFolder({ ...files, 'child.cjs': 'process.send({ is: "here" })' });
  t.teardown(() => folder.remove());
  return folder;
}

/** A program sees the same with Node's module and with ours, and the addon starts its children. */
function isSameByTheAddon(t: ExecutionContext, folder: ProgramFolder, name: string): void {
  const plain = folder.node([name]);
  const ours = folder.node(['--require', 'rt-std/override', name]);
  t.is(ours.stderr, plain.stderr, name);
  const { seen, isNative } = JSON.parse(ours.stdout);
  t.deepEqual(seen, JSON.parse(plain.stdout).seen, name);
  t.is(isNative, process.platform === 'linux', name);
}

const REQUIRE = "const childProcess = require('child_process');";
const FIRST_CHILD = "childProcess.spawnSync(process.execPath, ['-p', '1']);";

for (const [what, fake] of Object.entries(FAKES)) {
  const moments = {
    'before child_process is loaded': `${fake}; ${REQUIRE}`,
    'before the first child': `${REQUIRE} ${fake};`,
    'after the first child': `${REQUIRE} ${FIRST_CHILD} ${fake};`,
  };
  testOnNode(`where ${what} is replaced, children are the same as with Node`, (t) => {
    const files = Object.entries(moments).map(([moment, steps]) => [`${moment}.cjs`, program(steps)]);
    const folder = folderOf(t, Object.fromEntries(files));
    for (const moment of Object.keys(moments)) isSameByTheAddon(t, folder, `${moment}.cjs`);
  });
}

/** Functions of fs that throw, and are counted. */
const REPLACED_FILES = `
const fs = require('fs');
let calls = 0;
const names = Object.keys(fs).filter((name) => name.endsWith('Sync') && fs[name]);
const replace = () => {
  for (const name of names) fs[name] = Object.assign(() => {
    calls++;
    throw new Error(name + ' was called');
  }, { native: fs[name].native });
};
process.on('exit', () => note('calls of fs')(calls));
`;

testOnNode('functions that a program has put into fs are not called, by the first child and the first channel', (t) => {
  const folder = folderOf(t, { 'program.cjs': program(`${REPLACED_FILES} ${REQUIRE} replace();`) });
  isSameByTheAddon(t, folder, 'program.cjs');
});

testOnNode('a function of fs that says that no file is there does not hide the addon', (t) => {
  const folder = folderOf(t, { 'program.cjs': program(`require('fs').existsSync = () => false; ${REQUIRE}`) });
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.cjs']);
  t.is(stderr, '');
  t.is(JSON.parse(stdout).isNative, process.platform === 'linux');
});

testOnNode('what is chosen in the environment stays so where a program replaces process.env', (t) => {
  const folder = folderOf(t, { 'program.cjs': program(`${REQUIRE} process.env = { PATH: process.env.PATH };`) });
  const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'program.cjs'], { RT_STD_BACKEND: 'node' });
  t.is(stderr, '');
  t.false(JSON.parse(stdout).isNative);
});

testOnNode('without process.env, children get what Node gives them, or its error', (t) => {
  const folder = folderOf(t, {
    'program.cjs': `
const { spawnSync } = require('child_process');
const path = process.execPath;
process.env = undefined;
try {
  process._rawDebug(JSON.stringify(spawnSync(path, ['-p', '1'], { encoding: 'utf8' }).stdout));
} catch (error) {
  process._rawDebug(error.name);
}`,
  });
  const plain = folder.node(['program.cjs']);
  const ours = folder.node(['--require', 'rt-std/override', 'program.cjs']);
  t.deepEqual([ours.stderr, ours.status], [plain.stderr, plain.status]);
});
