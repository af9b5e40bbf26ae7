import { realpathSync } from 'node:fs';
import test from 'ava';
import { PERMISSION } from '../support/permission';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testWhere } from '../support/test-where';

const MAJOR = Number.parseInt(process.versions.node, 10);
/** Node 20 has no flag that allows addons. */
const OPTIONS = [PERMISSION, '--allow-fs-read=*', '--no-warnings'];

test('where addons are refused, Node’s own module starts the processes of ours', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { isOverridden, originalModules } = require('rt-std/override');
      const { execSync } = require('child_process');
      console.log(isOverridden(), execSync === originalModules().childProcess.execSync, String(execSync('echo ran')).trim());
      const { backend } = require('rt-std/backend');
      console.log(backend.child_process, backend.reason.includes("Node's permission model refuses the native addon"));
    `,
    'forced.js': `
      const { isOverridden, originalModules } = require('rt-std/override');
      console.log(isOverridden(), require('child_process').execSync === originalModules().childProcess.execSync);
      try { require('rt-std/child_process').spawn('true'); } catch (error) { console.log(error.code, error.cause.code); }
    `,
  });
  const args = ['--require', 'rt-std/override', 'program.js'];
  const unset = { RT_STD_BACKEND: undefined };
  const { stdout, stderr } = folder.node([...OPTIONS, '--allow-child-process', ...args], unset);
  t.deepEqual([stdout, stderr], ['true false ran\nnode true\n', '']);
  // Where it is asked for, and cannot be had, the module stays that of Node.
  const forced = folder.node([...OPTIONS, '--allow-child-process', '--require', 'rt-std/override', 'forced.js'], {
    RT_STD_BACKEND: 'native',
  });
  t.deepEqual([forced.stdout, forced.stderr], ['false true\nERR_DLOPEN_FAILED ERR_DLOPEN_DISABLED\n', '']);
  folder.remove();
});

const withAddons = testWhere(MAJOR >= 22, 'Node 20 cannot allow addons');
withAddons('without the permission to start processes there are none', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const ours = require('rt-std/child_process'), theirs = require('node:child_process');
      const assert = require('node:assert');
      const describe = (call) => { try { call(); } catch (error) { return { ...error, message: error.message }; } };
      for (const start of ['spawn', 'spawnSync', 'execFileSync', 'execSync']) {
        const [our, their] = [ours, theirs].map((module) => describe(() => module[start]('true')));
        assert.deepStrictEqual(our, their, start);
        assert.strictEqual(our.code, 'ERR_ACCESS_DENIED');
      }
      console.log('all refused');
    `,
  });
  const { stdout, stderr } = folder.node([...OPTIONS, '--allow-addons', 'program.js']);
  t.deepEqual([stdout, stderr], ['all refused\n', '']);
  folder.remove();
});

withAddons('a program that may read this package, and nothing else of the system, is served by the addon', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { backend } = require('rt-std/backend');
      const { spawnSync } = require('rt-std/child_process');
      console.log(String(spawnSync('echo', ['ran']).stdout).trim(), backend.child_process);
    `,
  });
  t.teardown(() => folder.remove());
  const readable = [`--allow-fs-read=${PACKAGE}/*`, `--allow-fs-read=${realpathSync(folder.path)}/*`];
  // With the sockets of Node 26, which streams need.
  const sockets = MAJOR >= 26 ? ['--allow-net'] : [];
  const others = ['--allow-addons', '--allow-child-process', '--no-warnings', ...sockets];
  const { stdout, stderr } = folder.node([PERMISSION, ...readable, ...others, 'program.js'], {
    RT_STD_BACKEND: undefined,
  });
  t.deepEqual([stdout, stderr], ['ran native\n', '']);
});

test('a start that is refused chooses no backend, and so warns of none', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { spawn, spawnSync } = require('rt-std/child_process');
      process.on('warning', ({ name }) => name === 'BackendWarning' && console.log(name));
      for (const start of [spawn, spawnSync]) {
        try { start('true'); } catch ({ code }) { console.log(code); }
      }
    `,
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node([...OPTIONS, 'program.js'], { RT_STD_BACKEND: undefined });
  t.deepEqual([stdout, stderr], ['ERR_ACCESS_DENIED\nERR_ACCESS_DENIED\n', '']);
});

const canDrop = testWhere(
  typeof (process as { permission?: { drop?: unknown } }).permission?.drop === 'function' || MAJOR >= 26,
  'this Node cannot give up permissions',
);
canDrop('a program that gives up its right to read files goes on starting processes', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { execSync, spawn } = require('child_process');
      process.permission.drop('fs.read');
      console.log(String(execSync('echo ran')).trim());
      spawn('echo', ['spawned']).stdout.on('data', (data) => console.log(String(data).trim()));
    `,
  });
  t.teardown(() => folder.remove());
  for (const more of [[], ['--allow-addons']]) {
    const args = [...OPTIONS, '--allow-child-process', ...more];
    const { stdout, stderr } = folder.node([...args, '--require', 'rt-std/override', 'program.js']);
    t.deepEqual([stdout, stderr], ['ran\nspawned\n', ''], more.join());
  }
});
