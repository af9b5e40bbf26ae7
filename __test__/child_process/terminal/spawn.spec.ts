/** Children with a terminal: `spawn()` with the option `terminal`. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import { ended, Screen, shell, terminalOf } from './support';

const { spawn } = childProcess;

test('a child has the terminal as its standard descriptors and controlling terminal', async (t) => {
  const child = shell('tty; tty <&1; tty <&2; echo to the terminal >/dev/tty; stty size; echo $TERM');
  const { terminal } = child;
  t.deepEqual([child.stdin, child.stdout, child.stderr], [null, null, null]);
  t.deepEqual(child.stdio.slice(0, 3), [null, null, null]);
  t.regex(terminal.path, /^\/dev\/pts\/\d+$/);
  const { path } = terminal;
  const { text, code } = await ended(child);
  t.is(code, 0);
  t.is(text, `${path}\r\n${path}\r\n${path}\r\nto the terminal\r\n24 80\r\nxterm-256color\r\n`);
  t.is(terminal.foregroundProcess, undefined);
  t.is(terminal.modes, undefined);
});

test('a child without the option has none', async (t) => {
  const child = spawn('true');
  t.is(child.terminal, undefined);
  t.false(Object.hasOwn(child, 'terminal'));
  await once(child, 'close');
});

test('size, name and modes are those of the option', async (t) => {
  const options = { cols: 133, rows: 41, name: 'vt100', raw: true, modes: { signals: true, utf8: false } };
  const child = shell('stty -a; echo $TERM', { terminal: options });
  const { cols, rows, name } = child.terminal;
  t.deepEqual({ cols, rows, name }, { cols: 133, rows: 41, name: 'vt100' });
  const { text } = await ended(child);
  t.regex(text, /rows 41; columns 133/);
  t.regex(text, /\bvt100\b/);
  const words = text.split(/[\s;]+/);
  for (const word of ['-echo', '-icanon', 'isig', '-ixon', '-icrnl', '-iutf8', 'opost'])
    t.true(words.includes(word), word);
});

test('TERM is that of env, unless there is a name', async (t) => {
  const env = { PATH: process.env.PATH, TERM: 'linux' };
  const script = 'echo $TERM';
  t.is((await ended(shell(script, { env }))).text, 'linux\r\n');
  t.is((await ended(shell(script, { env, terminal: { name: 'vt220' } }))).text, 'vt220\r\n');
  t.is((await ended(shell(script, { env: { PATH: process.env.PATH } }))).text, 'xterm-256color\r\n');
});

test('what is written is typed, and echoed', async (t) => {
  const child = shell('read line; echo "<$line>"; exit 3');
  child.terminal.write('größe\x7f\x7ft\r');
  t.deepEqual(await ended(child), {
    text: 'größe\b \b\b \bt\r\n<gröt>\r\n',
    code: 3,
    signal: null,
  });
});

test('end() types the end of the input to a program that reads lines', async (t) => {
  const cat = spawn('cat', { terminal: { modes: { echo: false } } });
  cat.terminal.write('line\n');
  cat.terminal.end('within a line');
  t.deepEqual(await ended(cat), { text: 'line\r\nwithin a line', code: 0, signal: null });
  const raw = shell('head -c 3', { terminal: { raw: true } });
  raw.terminal.end('abc');
  t.is((await ended(raw)).text, 'abc');
});

test('control characters are signals', async (t) => {
  const child = shell('echo ready; exec sleep 600');
  const screen = new Screen(child);
  await screen.until('ready');
  child.terminal.write('\x03');
  t.deepEqual(await once(child, 'exit'), [null, 'SIGINT']);
});

test('a new size is seen, and signalled to the foreground', async (t) => {
  const child = shell("trap 'stty size; exit' WINCH; stty size; while :; do sleep .01; done");
  const screen = new Screen(child);
  await screen.until('24 80');
  child.terminal.resize(40, 10, { width: 400, height: 200 });
  await screen.until('10 40');
  t.deepEqual([child.terminal.cols, child.terminal.rows], [40, 10]);
  t.deepEqual(await once(child, 'close'), [0, null]);
  child.terminal.resize(50, 20); // Nothing, but no error.
});

test('modes change while the child runs', async (t) => {
  const child = shell('echo ready; read line; stty -a');
  const screen = new Screen(child);
  await screen.until('ready');
  t.true(child.terminal.modes?.echo);
  t.is(child.terminal.setModes({ echo: false, outputNewlines: false }), child.terminal);
  t.like(child.terminal.modes, { echo: false, outputNewlines: false, lines: true });
  child.terminal.setRawMode(true);
  t.like(child.terminal.modes, { lines: false, signals: false, flowControl: false, inputNewlines: false });
  child.terminal.setRawMode(false).setModes({ echo: false });
  t.like(child.terminal.modes, { echo: false, lines: true, outputNewlines: false });
  child.terminal.write('go\n');
  await screen.until('-echo ');
  await once(child, 'close');
  t.false(screen.text.includes('\r'));
});

test('the foreground process is known', async (t) => {
  const child = shell('echo ready; read line; exec sleep 600');
  const screen = new Screen(child);
  await screen.until('ready');
  t.is(child.terminal.foregroundProcess, 'sh');
  t.is(child.terminal.foregroundProcessGroup, child.pid);
  child.terminal.write('\n');
  while (child.terminal.foregroundProcess !== 'sleep') await delay(5);
  child.kill();
  await once(child, 'close');
  t.is(child.terminal.foregroundProcessGroup, undefined);
});

test('destroy() hangs up', async (t) => {
  const child = shell('echo ready; exec sleep 600');
  await new Screen(child).until('ready');
  child.terminal.destroy();
  t.deepEqual(await once(child, 'close'), [null, 'SIGHUP']);
});

test('all that was written before the exit comes before close, to whom reads late too', async (t) => {
  for (let round = 0; round < 20; round++) {
    const child = spawn('head', ['-c', '10000', '/dev/zero'], { terminal: {} });
    if (round % 2 === 1) {
      child.terminal.pause();
      await once(child, 'exit');
      await delay(round);
    }
    const end = ended(child);
    child.terminal.resume();
    t.is((await end).text.length, 10_000);
  }
});

test('the terminal of a child that nobody reads ends, and close follows', async (t) => {
  const child = shell('seq 1000');
  t.deepEqual(await once(child, 'close'), [0, null]);
  t.true(child.terminal.readableEnded && child.terminal.destroyed);
});

test('further descriptors are those of stdio, and a channel too', async (t) => {
  const child = shell('echo over the pipe >&3; ls -l /proc/self/fd | grep -c ptmx', {
    stdio: [null, undefined, null, 'pipe'],
  });
  const pipe = child.stdio[3] as NodeJS.ReadableStream;
  let piped = '';
  pipe.on('data', (chunk) => {
    piped += String(chunk);
  });
  // Its own, or that of another child.
  t.is((await ended(child)).text, '0\r\n');
  t.is(piped, 'over the pipe\n');
  const script =
    'process.send([process.stdin.isTTY, process.stdout.isTTY, process.stdout.columns]); process.disconnect()';
  const node = spawn(process.execPath, ['-e', script], { stdio: [null, null, null, 'ipc'], terminal: { cols: 99 } });
  const [message] = await once(node, 'message');
  t.deepEqual(message, [true, true, 99]);
  await once(node, 'close');
});

test('a child that cannot be started has a terminal that ends', async (t) => {
  const child = spawn('/no/such/program', { terminal: {} });
  const error = once(child, 'error');
  const { text, code } = await ended(child).catch((failure) => failure);
  t.deepEqual([text, code], [undefined, 'ENOENT']);
  t.is((await error)[0].code, 'ENOENT');
  t.is(terminalOf(child).path, '');
  if (!terminalOf(child).destroyed) await once(terminalOf(child), 'close');
  t.throws(() => spawn('true', { terminal: {}, cwd: __filename }), { code: 'ENOTDIR' });
});

test('a child that closes its descriptors goes on, and may open the terminal again', async (t) => {
  const script = 'exec <&- >&- 2>&-; sleep .3; echo back >/dev/tty; exec sleep .1';
  const { text, code } = await ended(shell(script));
  t.deepEqual([text, code], ['back\r\n', 0]);
});

test('a descendant that keeps the terminal delays close until closeGrace', async (t) => {
  const child = shell("trap '' HUP; sleep 5 & echo started", { closeGrace: 100 });
  const started = Date.now();
  const { text, code } = await ended(child);
  t.deepEqual([text, code], ['started\r\n', 0]);
  t.true(child.outputCut);
  t.true(Date.now() - started < 4000);
});

test('timeout, signal and killTree end the child', async (t) => {
  t.deepEqual(await once(shell('sleep 600', { timeout: 50 }), 'close'), [null, 'SIGTERM']);
  const controller = new AbortController();
  const aborted = shell('sleep 600', { signal: controller.signal });
  const error = once(aborted, 'error');
  const closed = new Promise((resolve) => aborted.once('close', (...end: unknown[]) => resolve(end)));
  controller.abort();
  t.is((await error)[0].name, 'AbortError');
  t.deepEqual(await closed, [null, 'SIGTERM']);
  const tree = shell('sleep 600 & echo ready; wait');
  await new Screen(tree).until('ready');
  t.is(tree.killTree('SIGKILL').signalled.length, 2);
  t.deepEqual(await once(tree, 'close'), [null, 'SIGKILL']);
});

test('a terminal that is not referenced lets the program end', async (t) => {
  const path = require.resolve('rt-std/child_process');
  const script = `const { spawn } = require(${JSON.stringify(path)});
    const child = spawn('sleep', ['600'], { terminal: {} });
    child.unref(); child.terminal.unref(); child.terminal.resume(); console.log(child.pid);`;
  const { stdout } = childProcess.spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 60_000 });
  const pid = Number(stdout);
  t.true(pid > 0);
  // The end of the program has closed the terminal.
  for (;;) {
    try {
      process.kill(pid, 0);
      await delay(10);
    } catch {
      break;
    }
  }
});
