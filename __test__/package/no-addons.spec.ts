import test from 'ava';
import { theirs } from '../support/modules';
import { IS_WINDOWS } from '../support/portable';
import { PACKAGE } from '../support/program';

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
