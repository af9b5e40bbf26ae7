import test from 'ava';
import { runWithBoth } from '../../support/both-programs';
import { IS_WINDOWS } from '../../support/portable';

const NOTE_CHANNELS = `
  const { subscribe } = require('node:diagnostics_channel');
  const notes = [];
  const names = ['child_process', ...['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map((event) => 'tracing:child_process.spawn:' + event)];
  for (const name of names) subscribe(name, (message) => {
    const { process: child, options, error } = message;
    notes.push([name, Object.keys(message), child instanceof childProcess.ChildProcess, child.spawnfile, child.spawnargs, typeof child.pid,
      options && [options.file, options.args, options.cwd, Array.isArray(options.envPairs), options.stdio.map(({ handle, ...shown }) => shown)], error && { ...error, message: error.message }]);
  });
  process.on('exit', () => console.log(JSON.stringify(notes)));
`;

/** Of what the system refuses, little is thrown on Windows. */
const THROWS = IS_WINDOWS ? "'true', { stdio: [987_654] }" : "'/etc/passwd/program'";

const STARTS: Record<string, string> = {
  'a child': "childProcess.spawn('true', ['a']);",
  'a missing program': "childProcess.spawn('no-such-program').on('error', () => {});",
  'a failure that is thrown': `try { childProcess.spawn(${THROWS}) } catch (error) { console.log(error.code) }`,
  'refused arguments': "try { childProcess.spawn('true', { cwd: 5 }) } catch (error) { console.log(error.code) }",
  'a child with all kinds of descriptors':
    "childProcess.spawn('true', { stdio: ['overlapped', null, 'inherit', process.stderr, 0, 'pipe', 'ignore'] });",
  'a child that inherits': "childProcess.spawn('true', { stdio: 'inherit' });",
  'a channel': "childProcess.spawn('true', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });",
  exec: "childProcess.exec('exit 3', () => {});",
  'a synchronous run': "childProcess.spawnSync('true');",
  'options that a subscriber changes': `
    subscribe('tracing:child_process.spawn:start', ({ options }) => options.args.push('changed'));
    childProcess.spawn('echo', { stdio: 'inherit' });`,
};

for (const [title, start] of Object.entries(STARTS)) {
  test(`diagnostics channels: ${title}`, (t) => {
    const { ours, theirs } = runWithBoth(NOTE_CHANNELS + start);
    t.deepEqual(ours, theirs);
    t.not(ours.stdout, '');
  });
}

const LOGGED: Record<string, string> = {
  spawn: "childProcess.spawn('true', ['a'], { env: { A: '1' }, stdio: 'ignore', timeout: 1000 });",
  'spawn without options': "process.env = { ONLY: 'this' }; childProcess.spawn('/bin/true').on('error', () => {});",
  execFile: "childProcess.execFile('/bin/true', { env: {} });",
  spawnSync: "childProcess.spawnSync('true', { cwd: '/', env: {}, input: 'x' });",
  execSync: "childProcess.execSync('true', { env: { A: '1' }, maxBuffer: 5 });",
};

for (const [title, call] of Object.entries(LOGGED)) {
  test(`NODE_DEBUG=child_process prints ${title}`, (t) => {
    const { ours, theirs } = runWithBoth(call, [], { NODE_DEBUG: 'child_process' });
    t.deepEqual(ours, theirs);
    t.regex(ours.stderr, /^CHILD_PROCESS <number>: /);
  });
}

const WITH_SHELL: Record<string, string> = {
  'arguments, twice':
    "childProcess.spawnSync('true', ['a'], { shell: true }); childProcess.spawn('true', ['b'], { shell: '/bin/sh' }).on('error', () => {});",
  'no arguments':
    "childProcess.spawnSync('true', [], { shell: true }); childProcess.exec('true'); childProcess.execSync('true');",
  'arguments of execFile': "childProcess.execFile('true', ['a'], { shell: true });",
  'arguments without a shell': "childProcess.execFile('true', ['a'], { shell: false });",
};

for (const [title, calls] of Object.entries(WITH_SHELL)) {
  test(`DEP0190 is emitted where the running Node does: ${title}`, (t) => {
    const { ours, theirs } = runWithBoth(calls);
    t.deepEqual(ours, theirs);
  });
}

test('process.getActiveResourcesInfo() names the children that keep the program alive', (t) => {
  const { ours, theirs } = runWithBoth(`
    const shown = () => process.getActiveResourcesInfo().filter((name) => !['TTYWrap', 'Immediate'].includes(name)).sort().join();
    const names = () => console.log(shown());
    // Node's own handles are closed at the end of a turn of the event loop.
    const namesLater = (next) => setImmediate(() => setImmediate(() => { names(); next?.(); }));
    const children = ['ignore', 'pipe'].map((stdio) => childProcess.spawn('sleep', ['60'], { stdio }));
    names();
    children[0].unref();
    names();
    children[0].ref();
    children[0].on('exit', () => namesLater(() => children[1].kill()));
    children[1].on('close', () => namesLater());
    children[0].kill();
    console.log(process.getActiveResourcesInfo.name, Object.keys(process).includes('getActiveResourcesInfo'));
  `);
  t.deepEqual(ours, theirs);
  t.regex(ours.stdout, /ProcessWrap,ProcessWrap/);
});

test('process._getActiveHandles() has the children and channels that keep the program alive', (t) => {
  const { ours, theirs } = runWithBoth(`
    const program = 'process.on("message", (m) => process.disconnect())';
    const file = require('node:path').join(require('node:os').tmpdir(), 'rt-std-handles-' + process.pid + '.js');
    require('node:fs').writeFileSync(file, program);
    const isOurs = (handle) => handle instanceof childProcess.ChildProcess || handle.constructor.name === 'Pipe';
    const shown = (handle) => [handle.constructor.name, handle.pid === undefined ? handle.fd > 2 : handle.pid === child.pid, handle.hasRef?.()];
    const show = (when) => {
      const handles = process._getActiveHandles().filter(isOurs).map(shown).sort();
      const names = process.getActiveResourcesInfo().filter((name) => /Pipe|Process/.test(name)).sort();
      console.log(when, JSON.stringify([handles, names]));
    };
    const child = childProcess.fork(file);
    show('forked');
    child.unref();
    show('child unref');
    child.channel.unref();
    show('channel unref');
    child.channel.ref();
    child.ref();
    show('ref');
    process._getActiveHandles().filter(({ constructor }) => constructor.name === 'Pipe').forEach((pipe) => pipe.unref());
    show('pipe unref');
    process._getActiveHandles().filter((handle) => handle === child).forEach((one) => one.ref());
    child.send('end');
    child.on('close', () => setImmediate(() => setImmediate(() => { show('closed'); require('node:fs').unlinkSync(file); })));
  `);
  t.deepEqual(ours, theirs);
  // A pipe of Windows has no number.
  const handles = `[["ChildProcess",true,null],["Pipe",${!IS_WINDOWS},true]]`;
  t.true(ours.stdout.includes(`forked [${handles},["PipeWrap","ProcessWrap"]]`), ours.stdout);
});

test('inspect shows a child as Node does', (t) => {
  const { ours, theirs } = runWithBoth(`
    const child = childProcess.spawn('true', ['a']);
    const shown = require('node:util').inspect(child, { depth: 0 });
    console.log(shown.replace(/pid: \\d+/, 'pid').replace(/_handle: .*/, 'handle'));
  `);
  t.deepEqual(ours, theirs);
});
