/** `rt-std/pty`: the API that node-pty documents. */
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import pty from 'rt-std/pty';

interface Exit {
  exitCode: number;
  signal?: number;
}

/** What comes until the program ends, and how it ends. */
function run(...args: Parameters<typeof pty.spawn>): Promise<{ text: string; exit: Exit }> {
  const program = pty.spawn(...args);
  let text = '';
  program.onData((data) => {
    text += data;
  });
  return new Promise((resolve) => program.onExit((exit) => resolve({ text, exit })));
}

test('a program has the terminal, size, name, directory and environment that it is given', async (t) => {
  const options = { name: 'xterm-color', cols: 100, rows: 30, cwd: '/', env: { PATH: process.env.PATH, A: 'b' } };
  const { text, exit } = await run(
    'sh',
    ['-c', 'test -t 0 && stty size && pwd && echo $TERM $PWD $A; exit 3'],
    options,
  );
  t.is(text, '30 100\r\n/\r\nxterm-color / b\r\n');
  t.deepEqual(exit, { exitCode: 3, signal: 0 });
});

test('without arguments it is a shell', async (t) => {
  const program = pty.spawn();
  t.deepEqual([program.cols, program.rows, program.process], [80, 24, 'sh']);
  t.true(program.pid > 0);
  const exit = new Promise<Exit>((resolve) => program.onExit(resolve));
  program.write('exit 4\r');
  t.deepEqual(await exit, { exitCode: 4, signal: 0 });
  program.write('nothing');
  program.resize(90, 20);
  program.kill();
});

test('a program that cannot be started exits with 1', async (t) => {
  t.deepEqual((await run('/bin/bogus.exe', [], {})).exit, { exitCode: 1, signal: 0 });
  t.deepEqual((await run('/bin/echo', [], { cwd: '/nowhere' })).exit, { exitCode: 1, signal: 0 });
});

test('kill() sends SIGHUP or another signal, and never throws', async (t) => {
  for (const [name, signal] of [
    [undefined, 1],
    ['SIGTERM', 15],
  ] as const) {
    const program = pty.spawn('sleep', ['600'], {});
    const exit = new Promise<Exit>((resolve) => program.onExit(resolve));
    t.notThrows(() => program.kill('SIGNONE'));
    program.kill(name);
    t.deepEqual(await exit, { exitCode: 0, signal });
  }
});

test('encodings, and bytes with null', async (t) => {
  t.is((await run('printf', ['\\303\\246'], {})).text, 'æ');
  const program = pty.spawn('printf', ['\\303\\246'], { encoding: null });
  const data = await new Promise<unknown>((resolve) => program.onData(resolve));
  t.deepEqual(data, Buffer.from([0xc3, 0xa6]));
  const { text } = await run('printf', ['abc'], { encoding: 'base64' });
  t.is(Buffer.from(text, 'base64').toString(), 'abc');
});

test('listeners are disposed of, and may be added by name', async (t) => {
  const program = pty.spawn('sh', ['-c', 'echo one; read x; echo two'], {});
  const seen: string[] = [];
  const listener = program.onData((data) => {
    seen.push(data);
    listener.dispose();
    program.write('\r');
  });
  let all = '';
  program.on('data', (data: string) => {
    all += data;
  });
  const order: unknown[] = [];
  program.once('close', () => order.push('close'));
  await new Promise<void>((resolve) =>
    program.on('exit', (code: number, signal: number) => {
      order.push(code, signal);
      resolve();
    }),
  );
  t.is(seen.length, 1);
  t.regex(all, /two\r\n$/);
  t.deepEqual(order, ['close', 0, 0]);
});

test('flow control by the texts that are written', async (t) => {
  const options = { handleFlowControl: true, flowControlPause: 'PAUSE', flowControlResume: 'RESUME' };
  const program = pty.spawn('sh', ['-c', 'while read line; do echo "<$line>"; done'], options);
  t.true(program.handleFlowControl);
  let text = '';
  program.onData((data) => {
    text += data;
  });
  program.write('PAUSE');
  program.write('one\r');
  await delay(100);
  t.is(text, '');
  program.write('RESUME');
  while (!text.includes('<one>')) await delay(5);
  program.handleFlowControl = false;
  program.write('PAUSE\r');
  while (!text.includes('<PAUSE>')) await delay(5);
  program.destroy();
  await new Promise((resolve) => program.onExit(resolve));
});

test('resize() is seen by the program, and refuses what is no size', async (t) => {
  const program = pty.spawn('sh', ['-c', 'read x; stty size'], {});
  for (const [columns, rows] of [
    [0, 1],
    [1, -1],
    [Number.NaN, 1],
    [1, Infinity],
  ] as [number, number][]) {
    t.throws(() => program.resize(columns, rows), { message: 'resizing must be done using positive cols and rows' });
  }
  let text = '';
  program.onData((data) => {
    text += data;
  });
  program.resize(33, 11);
  t.deepEqual([program.cols, program.rows], [33, 11]);
  program.clear();
  program.write('\r');
  await new Promise((resolve) => program.onExit(resolve));
  t.regex(text, /11 33\r\n$/);
});

test('options of a wrong type are refused', (t) => {
  for (const options of [{ name: {} }, { cols: '80' }, { cwd: 5 }, { env: 'A=b' }, { uid: '0' }, { encoding: 5 }]) {
    t.throws(() => pty.spawn('true', [], options as never), { code: 'ERR_INVALID_ARG_TYPE' }, JSON.stringify(options));
  }
  t.throws(() => pty.spawn('true', 'args' as never, {}), { code: 'ERR_INVALID_ARG_TYPE' });
});

test('a size out of range is refused, by the name of its option', (t) => {
  for (const name of ['cols', 'rows']) {
    for (const size of [-1, Number.NaN, 1.5, Infinity, 65_536]) {
      const error = t.throws(() => pty.spawn('true', [], { [name]: size }), { code: 'ERR_OUT_OF_RANGE' }, `${size}`);
      t.true(error?.message.startsWith(`The value of "options.${name}" is out of range.`), error?.message);
    }
  }
});

test('a size of 0 is the default, as in node-pty', (t) => {
  const program = pty.spawn('true', [], { cols: 0, rows: 0 });
  t.deepEqual([program.cols, program.rows], [80, 24]);
});

test('the ES module has the same', async (t) => {
  const module = await import('rt-std/pty');
  t.is(module.spawn, pty.spawn);
});
