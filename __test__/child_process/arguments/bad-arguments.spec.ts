import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { described } from '../../support/observed';
import { IS_WINDOWS } from '../../support/portable';
import { type Module, recordUntilClose, thrownBy } from '../../support/recorder';
import { IS_NODE, sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';

/** Where a version of Node runs, and is not only named. */
const testOnNode = testWhere(IS_NODE, 'this is not Node');

/** Calls that both modules must refuse with the same error, at once. */
const REFUSED: Record<string, (module: Module) => unknown> = {
  'spawn: a number as command': (m) => m.spawn(5 as never),
  'spawn: an empty command': (m) => m.spawn(''),
  'spawn: a NUL in the command': (m) => m.spawn('a\0b'),
  'spawn: a number as arguments': (m) => m.spawn('a', 5 as never),
  'spawn: a NUL in an argument': (m) => m.spawn('a', ['b', 'c\0']),
  'spawn: a number as options': (m) => m.spawn('a', [], 5 as never),
  'spawn: null as options': (m) => m.spawn('a', [], null as never),
  'spawn: an array as options': (m) => m.spawn('a', [], [] as never),
  'spawn: a number as cwd': (m) => m.spawn('a', { cwd: 5 as never }),
  'spawn: a NUL in cwd': (m) => m.spawn('a', { cwd: 'b\0' }),
  'spawn: a web address as cwd': (m) => m.spawn('a', { cwd: new URL('http://example.com/') }),
  'spawn: a string as detached': (m) => m.spawn('a', { detached: 'yes' as never }),
  'spawn: a fraction as uid': (m) => m.spawn('a', { uid: 1.5 }),
  'spawn: a string as gid': (m) => m.spawn('a', { gid: '1' as never }),
  'spawn: a number as shell': (m) => m.spawn('a', { shell: 5 as never }),
  'spawn: a NUL in shell': (m) => m.spawn('a', { shell: '/bin/sh\0' }),
  'spawn: a number as argv0': (m) => m.spawn('a', { argv0: 5 as never }),
  'spawn: a string as windowsHide': (m) => m.spawn('a', { windowsHide: 'yes' as never }),
  'spawn: a string as windowsVerbatimArguments': (m) => m.spawn('a', { windowsVerbatimArguments: 'yes' as never }),
  'spawn: a NUL in the environment': (m) => m.spawn('a', { env: { A: 'b\0' } }),
  'spawn: a NUL in a name of the environment': (m) => m.spawn('a', { env: { 'A\0': 'b' } }),
  'spawn: an unknown stdio shorthand': (m) => m.spawn('a', { stdio: 'what' as never }),
  'spawn: a number as stdio': (m) => m.spawn('a', { stdio: 5 as never }),
  'spawn: data in stdio': (m) => m.spawn('a', { stdio: [Buffer.from('x') as never] }),
  'spawn: text in stdio': (m) => m.spawn('a', { stdio: ['what' as never] }),
  'spawn: an object in stdio': (m) => m.spawn('a', { stdio: [{} as never] }),
  'spawn: a boolean in stdio': (m) => m.spawn('a', { stdio: [true as never] }),
  'spawn: a symbol in stdio': (m) => m.spawn('a', { stdio: [Symbol('s') as never] }),
  'spawn: two channels before an object in stdio': (m) => m.spawn('a', { stdio: ['ipc', 'ipc', {} as never] }),
  "spawn: another realm's web address as cwd": (m) =>
    m.spawn('a', { cwd: { href: 'http://a/', protocol: 'http:' } as never }),
  'spawnSync: a symbol as an argument': (m) => m.spawnSync('a', [Symbol('s') as never]),
  'kill: negative zero': (m) => m.spawnSync('a', { killSignal: -0 }),
  'spawn: two channels': (m) => m.spawn('a', { stdio: ['ipc', 'ipc'] }),
  'spawn: a negative timeout': (m) => m.spawn('a', { timeout: -1 }),
  'spawn: a large fraction as timeout': (m) => m.spawn('a', { timeout: 2 ** 40 + 0.5 }),
  'spawn: a number as signal': (m) => m.spawn('a', { signal: 5 as never }),
  'spawn: an unknown kill signal': (m) => m.spawn('a', { killSignal: 'SIGWHAT' as never }),
  'spawn: an object as kill signal': (m) => m.spawn('a', { killSignal: {} as never }),
  'spawn: an unknown serialization': (m) => m.spawn('a', { serialization: 'what' as never }),
  'exec: a number as command': (m) => m.exec(5 as never),
  'exec: a NUL in the command': (m) => m.exec('a\0'),
  'exec: a negative maxBuffer': (m) => m.exec('a', { maxBuffer: -1 }),
  'exec: a string as maxBuffer': (m) => m.exec('a', { maxBuffer: '1' as never }),
  'execFile: a number as options': (m) => m.execFile('a', [], 3 as never),
  'execFile: a number as callback': (m) => m.execFile('a', [], {}, 3 as never),
  'execFile: text as arguments': (m) => m.execFile('a', 'text' as never, {}),
  'execFileSync: text as arguments': (m) => m.execFileSync('a', 'text' as never, {}),
  'promisified exec: an unknown kill signal': (m) => promisify(m.exec)('a', { killSignal: 'SIGWHAT' as never }),
  'ChildProcess: null as environment': (m) => new m.ChildProcess().spawn({ file: 'a', envPairs: null, stdio: ['ipc'] }),
  'execFile: a symbol as timeout': (m) => m.execFile('a', [], { timeout: Symbol('t') as never }),
  'execFileSync: a function as options': (m) => m.execFileSync('a', [], (() => {}) as never),
  'fork: a number as execArgv': (m) => m.fork('a', { execArgv: 5 as never }),
  'execFileSync: a number as argv0': (m) => m.execFileSync('a', [], { argv0: 3 } as never),
  'fork: a number as path': (m) => m.fork(5 as never),
  'fork: no channel in stdio': (m) => m.fork('a', { stdio: ['pipe'] }),
  'spawnSync: a channel': (m) => m.spawnSync('a', { stdio: 'ipc' as never }),
  'spawnSync: a channel among others': (m) => m.spawnSync('a', { stdio: ['pipe', 'ipc'] }),
  'spawnSync: a number as input': (m) => m.spawnSync('a', { input: 5 as never }),
  'spawnSync: an unknown encoding of input': (m) => m.spawnSync('a', { input: 'x', encoding: 'what' as never }),
  'spawnSync: a negative timeout': (m) => m.spawnSync('a', { timeout: -1 }),
  'kill: an unknown name': (m) => m.spawn('true').kill('SIGWHAT' as never),
  'kill: an unknown number': (m) => m.spawn('true').kill(1000),
  'ChildProcess: no options': (m) => new m.ChildProcess().spawn(undefined),
  'ChildProcess: no file': (m) => new m.ChildProcess().spawn({}),
  'ChildProcess: a string as arguments': (m) => new m.ChildProcess().spawn({ file: 'a', args: 'b' }),
  'ChildProcess: a string as environment': (m) =>
    new m.ChildProcess().spawn({ file: 'a', envPairs: 'b', stdio: ['ipc'] }),
  'a descriptor that is not open': (m) => m.spawn('true', { stdio: ['pipe', 'pipe', 'pipe', 987_654] }),
};

/** What the system refuses: with an error that is thrown, or is an event, on Windows always. */
const REFUSED_BY_SYSTEM: Record<string, (module: Module) => ReturnType<Module['spawn']>> = {
  'a path through a file': (m) => m.spawn('/etc/passwd/program'),
  'a link to itself': (m) => withLinkToItself((path) => m.spawn(path)),
  'a working directory through a file': (m) => m.spawn('true', { cwd: '/etc/passwd/directory' }),
  'a working directory that is a link to itself': (m) => withLinkToItself((cwd) => m.spawn('true', { cwd })),
  'a name that is too long': (m) => m.spawn(`/${'a'.repeat(5000)}`),
  'arguments that are too long': (m) => m.spawn('true', ['a'.repeat(3_000_000)]),
};

/** At the same path for both modules: it is part of the error. */
function withLinkToItself<Result>(call: (path: string) => Result): Result {
  const folder = join(tmpdir(), `rt-std-link-${process.pid}`);
  const link = join(folder, 'link');
  mkdirSync(folder);
  symlinkSync('link', link);
  try {
    return call(link);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [title, call] of Object.entries(REFUSED)) {
  test(title, async (t) => {
    await sameAsNode(t, (module) => thrownBy(() => call(module)));
  });
}

/** How these are described depends on the version of Node. */
const ODD_CONSTRUCTORS: Record<string, object> = {
  'a class without a name': new (class {})(),
  'a constructor whose name is no text': { constructor: { name: 5 } },
  'a constructor that is no object': { constructor: 5 },
};

for (const [what, command] of Object.entries(ODD_CONSTRUCTORS)) {
  testOnNode(`spawn: an object of ${what} as command`, async (t) => {
    await sameAsNode(t, (module) => thrownBy(() => module.spawn(command as never)));
  });
}

for (const [title, start] of Object.entries(REFUSED_BY_SYSTEM)) {
  test(title, async (t) => {
    const refused = IS_WINDOWS
      ? (module: Module) => recordUntilClose(start(module), described)
      : (module: Module) => thrownBy(() => start(module));
    await sameAsNode<unknown>(t, refused);
  });
}
