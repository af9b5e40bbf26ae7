import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { $, execa, execaCommand, execaNode, execaSync, parseCommandString } from 'execa';

const showArguments = 'programs/arguments.mjs';

test('execa(file, arguments)', async () => {
  const { stdout, exitCode, failed } = await execa('node', [showArguments, 'a b', '"c"', '$d', '*']);
  assert.deepEqual(JSON.parse(stdout), ['a b', '"c"', '$d', '*']);
  assert.deepEqual({ exitCode, failed }, { exitCode: 0, failed: false });
});

test('execa`command`, with values', async () => {
  const many = ['x y', 'z'];
  const { stdout } = await execa`node ${showArguments} ${'a b'} ${many} --flag=${1}`;
  assert.deepEqual(JSON.parse(stdout), ['a b', 'x y', 'z', '--flag=1']);
});

test('the result of a command as a value', async () => {
  const first = await execa`echo from another`;
  const { stdout } = await execa`node ${showArguments} ${first}`;
  assert.deepEqual(JSON.parse(stdout), ['from another']);
});

test('execa(options)`command`, and options bound twice', async () => {
  const bound = execa({ env: { FIRST: '1' } })({ env: { SECOND: '2' } });
  const { stdout } = await bound`node -p process.env.FIRST+process.env.SECOND`;
  assert.equal(stdout, '12');
});

test('$, which reads the terminal', async () => {
  assert.equal((await $`echo script`).stdout, 'script');
});

test('$.sync and $.s', () => {
  assert.equal($.sync`echo sync`.stdout, 'sync');
  assert.equal($.s`echo s`.stdout, 's');
});

test('execaSync', () => {
  const { stdout, exitCode } = execaSync('node', [showArguments, 'x']);
  assert.deepEqual([stdout, exitCode], ['["x"]', 0]);
});

test('execaCommand and parseCommandString', async () => {
  assert.equal((await execaCommand(String.raw`echo a\ b`)).stdout, 'a b');
  assert.deepEqual(parseCommandString('npm run task'), ['npm', 'run', 'task']);
});

test('execaNode', async () => {
  assert.equal((await execaNode(showArguments, ['x'])).stdout, '["x"]');
});

test('node, nodeOptions and nodePath', async () => {
  const options = { node: true, nodeOptions: ['--stack-trace-limit=3'], nodePath: process.execPath };
  const { stdout } = await execa(options)`node_modules/../programs/arguments.mjs y`;
  assert.equal(stdout, '["y"]');
});

test('a script by its first line', async () => {
  assert.equal((await execa`./programs/arguments.mjs z`).stdout, '["z"]');
});

test('shell, and a shell by its path', async () => {
  assert.equal((await execa({ shell: true })`echo one | tr a-z A-Z && echo $((1 + 1))`).stdout, 'ONE\n2');
  assert.equal((await execa({ shell: '/bin/sh' })`echo $0`).stdout, '/bin/sh');
});

test('preferLocal and localDir', async () => {
  assert.match((await execa({ preferLocal: true })`tsc --version`).stdout, /^Version 5\./);
  const { stdout } = await execa({ preferLocal: true, localDir: process.cwd(), cwd: '/' })`tsc --version`;
  assert.match(stdout, /^Version 5\./);
});

test('cwd, as a path and as a URL', async () => {
  const folder = realpathSync(tmpdir());
  for (const cwd of [folder, pathToFileURL(folder)]) {
    const result = await execa({ cwd })`pwd`;
    assert.deepEqual([result.stdout, result.cwd], [folder, folder]);
  }
});

test('env and extendEnv', async () => {
  const script = 'process.stdout.write([process.env.ONE, process.env.LC_ALL].join())';
  assert.equal((await execa({ env: { ONE: '1' } })`${process.execPath} -e ${script}`).stdout, '1,C.UTF-8');
  const only = { env: { ONE: '1' }, extendEnv: false };
  assert.equal((await execa(only)`${process.execPath} -e ${script}`).stdout, '1,');
});

test('argv0', async () => {
  assert.equal((await execa({ argv0: 'another' })`node -p process.argv0`).stdout, 'another');
});

test('detached', async () => {
  const subprocess = execa({
    detached: true,
  })`node -p ${'require("fs").readFileSync("/proc/self/stat", "utf8").split(" ")[4]'}`;
  assert.equal((await subprocess).stdout, String(subprocess.pid));
});

test('uid and gid', async () => {
  // Only root may become somebody else.
  const uid = process.getuid() === 0 ? 65534 : process.getuid();
  const gid = process.getgid() === 0 ? 65534 : process.getgid();
  assert.equal((await execa({ uid, gid, cwd: '/' })`id -u`).stdout, String(uid));
});
