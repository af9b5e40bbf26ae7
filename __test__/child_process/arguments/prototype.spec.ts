import test from 'ava';
import { theirs } from '../../support/modules';

test('what a program puts on Object.prototype is no option', (t) => {
  const script = `
    const { exec, execFile, execFileSync, execSync, spawn, spawnSync } = require('rt-std/child_process');
    Object.assign(Object.prototype, {
      cwd: 42n, uid: 'nobody', shell: 42n, argv0: 42n, execPath: '/no/such/node', execArgv: ['--no-such-option'], maxBuffer: -1, input: 'x', timeout: -1,
    });
    spawnSync('true'); execSync('true'); execFileSync('true');
    let running = 3;
    const count = (code) => { if (code !== 0) throw new Error('code ' + code); if (--running === 0) console.log('all ran'); };
    spawn('true').on('close', count);
    execFile('true', (error) => count(error ? error.message : 0));
    exec('true', (error) => count(error ? error.message : 0));
  `;
  const { stdout, stderr } = theirs.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  t.deepEqual({ stdout, stderr }, { stdout: 'all ran\n', stderr: '' });
});
