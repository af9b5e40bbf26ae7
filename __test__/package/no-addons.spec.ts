import test from 'ava';
import { theirs } from '../support/modules';
import { PERMISSION } from '../support/permission';
import { IS_WINDOWS } from '../support/portable';
import { PACKAGE } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

test('where --no-addons refuses the addon, the error says so, and the warning where it can be done without', (t) => {
  const program =
    "try { require('rt-std/child_process').spawn('true'); } catch (error) { console.log(error.code, error.message); }";
  const { stdout } = theirs.spawnSync(process.execPath, ['--no-addons', '-e', program], {
    cwd: PACKAGE,
    env: { ...process.env, RT_STD_BACKEND: 'native' },
    encoding: 'utf8',
  });
  t.regex(stdout, /^ERR_DLOPEN_FAILED .*--no-addons/);
  t.notRegex(stdout, /permission/);
  const { stdout: none, stderr } = theirs.spawnSync(process.execPath, ['--no-addons', '-e', program], {
    cwd: PACKAGE,
    env: { ...process.env, RT_STD_BACKEND: undefined },
    encoding: 'utf8',
  });
  t.is(none, '');
  // Node's module is what is chosen there.
  if (IS_WINDOWS) t.is(stderr, '');
  else t.regex(stderr, /BackendWarning: .*--no-addons/);
});

const testOfWorker = testWhere(IS_NODE && !IS_WINDOWS, 'there is no such option, or Node’s module is chosen anyway');
testOfWorker('a worker that shows no options blames none that was not given', (t) => {
  const program = `
    const { Worker } = require('worker_threads');
    new Worker("require('rt-std/child_process').spawnSync('true')", { eval: true, execArgv: [] });
  `;
  const rights = ['--allow-fs-read=*', '--allow-child-process', '--allow-worker'];
  for (const options of [['--no-addons'], [PERMISSION, ...rights]]) {
    const { stderr } = theirs.spawnSync(process.execPath, [...options, '-e', program], {
      cwd: PACKAGE,
      env: { ...process.env, RT_STD_BACKEND: undefined },
      encoding: 'utf8',
    });
    t.regex(stderr, /BackendWarning: .*--no-addons, or the permission model without --allow-addons/);
  }
});
