import test from 'ava';
import { ProgramFolder } from '../support/program';

const MAJOR = Number.parseInt(process.versions.node, 10);
/** Node 20 has the permission model under another name, and no flag that allows addons. */
const PERMISSION = [MAJOR >= 22 ? '--permission' : '--experimental-permission', '--allow-fs-read=*', '--no-warnings'];

test('where addons are refused, child_process stays that of Node', (t) => {
  const folder = new ProgramFolder({
    'program.js': `
      const { isOverridden, originalModules } = require('rt-std/override');
      const { execSync } = require('child_process');
      console.log(isOverridden(), execSync === originalModules().childProcess.execSync, String(execSync('echo ran')));
      try { require('rt-std/child_process').spawn('true'); } catch (error) { console.log(error.code, error.cause.code); }
    `,
  });
  const args = ['--require', 'rt-std/override', 'program.js'];
  const { stdout, stderr } = folder.node([...PERMISSION, '--allow-child-process', ...args]);
  t.deepEqual([stdout, stderr], ['false true ran\n\nERR_DLOPEN_FAILED ERR_DLOPEN_DISABLED\n', '']);
  folder.remove();
});

const withAddons = MAJOR >= 22 ? test : test.skip;
const title = 'without the permission to start processes there are none';
withAddons(MAJOR >= 22 ? title : `${title} (skipped: Node 20 cannot allow addons)`, (t) => {
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
  const { stdout, stderr } = folder.node([...PERMISSION, '--allow-addons', 'program.js']);
  t.deepEqual([stdout, stderr], ['all refused\n', '']);
  folder.remove();
});
