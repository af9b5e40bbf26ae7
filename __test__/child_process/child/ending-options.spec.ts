/** Values of `forceKillAfterDelay` and `closeGrace` that are refused. */
import test from 'ava';
import childProcess from 'rt-std/child_process';

const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;

for (const [name, values] of Object.entries({
  forceKillAfterDelay: ['1', {}, 1n, Symbol('s')],
  closeGrace: ['1', {}, true, 1n],
})) {
  test(`${name}: what is no number is refused at once`, (t) => {
    for (const value of values) {
      const options = { [name]: value } as never;
      const calls = [
        () => spawn('true', options),
        () => exec('true', options),
        () => execFile('true', options),
        () => fork('true', options),
        () => spawnSync('true', options),
        () => execSync('true', options),
        () => execFileSync('true', options),
      ];
      for (const call of calls) {
        const error = t.throws(call, { instanceOf: TypeError, code: 'ERR_INVALID_ARG_TYPE' });
        t.true(error?.message.startsWith(`The "options.${name}" property must be `), error?.message);
      }
    }
  });

  test(`${name}: a number out of its range is refused at once`, (t) => {
    for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 31]) {
      const options = { [name]: value };
      for (const call of [
        () => spawn('true', options),
        () => exec('true', options),
        () => spawnSync('true', options),
      ]) {
        t.throws(call, { instanceOf: RangeError, code: 'ERR_OUT_OF_RANGE' });
      }
    }
  });
}
