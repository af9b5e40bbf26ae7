/** Bad values of the option `terminal`, and platforms without it. */
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { ProgramFolder } from '../../support/program';
import { testOnNode } from '../../support/same-as-node';

const { execFile, spawn, spawnSync } = childProcess;

const FUNCTIONS: Record<string, (options: object) => unknown> = {
  spawn: (options) => spawn('true', options),
  spawnSync: (options) => spawnSync('true', options),
  execFile: (options) => execFile('true', options, () => {}),
};

const BAD: [value: unknown, code: string, name: string][] = [
  [true, 'ERR_INVALID_ARG_TYPE', 'options.terminal'],
  ['xterm', 'ERR_INVALID_ARG_TYPE', 'options.terminal'],
  [[], 'ERR_INVALID_ARG_TYPE', 'options.terminal'],
  [{ cols: '80' }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.cols'],
  [{ cols: null }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.cols'],
  [{ cols: 0 }, 'ERR_OUT_OF_RANGE', 'options.terminal.cols'],
  [{ cols: 1.5 }, 'ERR_OUT_OF_RANGE', 'options.terminal.cols'],
  [{ rows: 65_536 }, 'ERR_OUT_OF_RANGE', 'options.terminal.rows'],
  [{ rows: Number.NaN }, 'ERR_OUT_OF_RANGE', 'options.terminal.rows'],
  [{ pixelWidth: -1 }, 'ERR_OUT_OF_RANGE', 'options.terminal.pixelWidth'],
  [{ pixelHeight: 65_536 }, 'ERR_OUT_OF_RANGE', 'options.terminal.pixelHeight'],
  [{ name: 5 }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.name'],
  [{ name: '' }, 'ERR_INVALID_ARG_VALUE', 'options.terminal.name'],
  [{ name: 'a\0b' }, 'ERR_INVALID_ARG_VALUE', 'options.terminal.name'],
  [{ raw: 1 }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.raw'],
  [{ modes: 1 }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.modes'],
  [{ modes: { ehco: true } }, 'ERR_INVALID_ARG_VALUE', 'options.terminal.modes.ehco'],
  [{ modes: { echo: 'yes' } }, 'ERR_INVALID_ARG_TYPE', 'options.terminal.modes.echo'],
];

for (const [name, run] of Object.entries(FUNCTIONS)) {
  test(`${name}: a bad terminal is refused at once`, (t) => {
    for (const [terminal, code, where] of BAD) {
      const error = t.throws(() => run({ terminal }), { code }, JSON.stringify(terminal));
      t.true(error?.message.includes(`"${where}"`) || error?.message.includes(`'${where}'`), error?.message);
    }
  });

  test(`${name}: a process group of another session is refused beside a terminal`, (t) => {
    t.throws(() => run({ terminal: {}, processGroup: 5 }), { code: 'ERR_INVALID_ARG_VALUE' });
  });
}

test('stdio may say nothing of the first three descriptors beside a terminal', (t) => {
  for (const stdio of ['pipe', 'inherit', 'ignore', ['pipe'], [null, 1], [null, null, 'inherit']]) {
    for (const run of [FUNCTIONS.spawn, FUNCTIONS.spawnSync]) {
      t.throws(() => run?.({ terminal: {}, stdio }), { code: 'ERR_INVALID_ARG_VALUE' }, JSON.stringify(stdio));
    }
  }
});

testOnNode('elsewhere than on Linux the option throws before anything is started', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
Object.defineProperty(process, 'platform', { value: 'darwin' });
const { execFile, spawn, spawnSync } = require('rt-std/child_process');
const options = { terminal: {} };
for (const run of [spawn, spawnSync, (file) => execFile(file, options, () => {})]) {
  try {
    run('true', options);
  } catch (error) {
    console.log(error.code);
  }
}`,
  });
  t.teardown(() => folder.remove());
  const { stdout, stderr } = folder.node(['program.cjs']);
  t.is(stderr, '');
  t.is(stdout, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM\n'.repeat(3));
});

test('methods refuse bad values at once', async (t) => {
  const child = spawn('sleep', ['600'], { terminal: {} });
  const { terminal } = child;
  const call =
    (name: string, ...values: unknown[]) =>
    () =>
      (terminal as never as Record<string, (...args: unknown[]) => void>)[name]?.(...values);
  t.throws(call('resize', 0, 10), { code: 'ERR_OUT_OF_RANGE' });
  t.throws(call('resize', 10), { code: 'ERR_INVALID_ARG_TYPE' });
  t.throws(call('resize', '10', 10), { code: 'ERR_INVALID_ARG_TYPE' });
  t.throws(call('resize', 10, 10, { width: -1 }), { code: 'ERR_OUT_OF_RANGE' });
  t.throws(call('setModes', { none: true }), { code: 'ERR_INVALID_ARG_VALUE' });
  t.throws(call('setModes'), { code: 'ERR_INVALID_ARG_TYPE' });
  t.throws(call('setRawMode'), { code: 'ERR_INVALID_ARG_TYPE' });
  t.throws(call('setRawMode', 1), { code: 'ERR_INVALID_ARG_TYPE' });
  t.deepEqual([terminal.cols, terminal.rows], [80, 24]);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
});
