/**
 * The declarations, as the compiler sees them: a mistake here is an error of `tsc -p __test__`.
 * What runs only counts that the file was loaded.
 */
import type * as node from 'node:child_process';
import type { Worker } from 'node:cluster';
import type { Readable, Stream, Writable } from 'node:stream';
import { promisify } from 'node:util';
import test from 'ava';
import { expectTypeOf } from 'expect-type';
import childProcess, { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'rt-std/child_process';

declare const stream: Stream;
declare const encoding: BufferEncoding;
declare const anyEncoding: string;
declare const nodeChild: node.ChildProcess;
declare function mockOf<Args extends unknown[], Result>(original: (...args: Args) => Result): Mock<Args, Result>;
declare const spawnOptions: childProcess.SpawnOptions;
declare const nodeOptions: node.SpawnOptions;

/** Never called. */
const declarations = {
  'stdio decides which streams are null'() {
    expectTypeOf(spawn('a')).toEqualTypeOf<childProcess.ChildProcessWithoutNullStreams>();
    expectTypeOf(spawn('a', ['b'], { cwd: '/' }).stdin).toEqualTypeOf<Writable>();
    expectTypeOf(spawn('a', { stdio: 'pipe' }).stdout).toEqualTypeOf<Readable>();
    expectTypeOf(spawn('a', [], { stdio: ['pipe', 'overlapped', null] }).stderr).toEqualTypeOf<Readable>();
    expectTypeOf(spawn('a', { stdio: 'ignore' }).stdout).toEqualTypeOf<null>();
    expectTypeOf(spawn('a', [], { stdio: 'inherit' }).stdio[2]).toEqualTypeOf<null>();
    expectTypeOf(spawn('a', null, { stdio: ['ignore', 'pipe', 'inherit'] })).toEqualTypeOf<
      childProcess.ChildProcessByStdio<null, Readable, null>
    >();
    expectTypeOf(spawn('a', { stdio: ['pipe', stream, 'pipe'] })).toEqualTypeOf<
      childProcess.ChildProcessByStdio<Writable, null, Readable>
    >();
    expectTypeOf(spawn('a', { stdio: [0, 1, 2, 'ipc'] }).stdout).toEqualTypeOf<Readable | null>();
    expectTypeOf(spawn('a', spawnOptions)).toEqualTypeOf<childProcess.SpawnedChildProcess>();
    expectTypeOf(spawn('a', [], nodeOptions).stdin).toEqualTypeOf<Writable | null>();
    expectTypeOf(fork('a').stdout).toEqualTypeOf<Readable | null>();
  },

  'encoding decides whether output is text'() {
    expectTypeOf(spawnSync('a').stdout).toEqualTypeOf<Bytes>();
    expectTypeOf(spawnSync('a', [], { encoding }).output).toEqualTypeOf<(string | null)[]>();
    expectTypeOf(spawnSync('a', { encoding: 'buffer' }).stderr).toEqualTypeOf<Bytes>();
    expectTypeOf(spawnSync('a', [], {} as childProcess.SpawnSyncOptions).stdout).toEqualTypeOf<string | Bytes>();
    expectTypeOf(execSync('a')).toEqualTypeOf<Bytes>();
    expectTypeOf(execSync('a', { encoding: 'utf8' })).toEqualTypeOf<string>();
    expectTypeOf(execFileSync('a', ['b'])).toEqualTypeOf<Bytes>();
    expectTypeOf(execFileSync('a', { encoding: 'latin1' })).toEqualTypeOf<string>();
    expectTypeOf(execFileSync('a', [], { encoding: null })).toEqualTypeOf<Bytes>();
    exec('a', (error, stdout, stderr) => {
      expectTypeOf(error).toEqualTypeOf<childProcess.ExecException | null>();
      expectTypeOf([stdout, stderr]).toEqualTypeOf<string[]>();
    });
    exec('a', { encoding: 'buffer' }, (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<Bytes>());
    exec('a', { encoding: null }, (_error, _stdout, stderr) => expectTypeOf(stderr).toEqualTypeOf<Bytes>());
    exec('a', { encoding: 'hex', timeout: 5 }, (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<string>());
    exec('a', { encoding: anyEncoding }, (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<string | Bytes>());
    execFile('a', (error) => expectTypeOf(error).toEqualTypeOf<childProcess.ExecFileException | null>());
    execFile('a', ['b'], (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<string>());
    execFile('a', ['b'], { encoding: 'buffer' }, (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<Bytes>());
    execFile('a', { encoding }, (_error, stdout) => expectTypeOf(stdout).toEqualTypeOf<string>());
    execFile('a', undefined, { encoding: anyEncoding }, (_error, stdout) =>
      expectTypeOf(stdout).toEqualTypeOf<string | Bytes>(),
    );
  },

  async 'the promised forms do the same'() {
    const promise = promisify(exec)('a');
    expectTypeOf(promise.child).toEqualTypeOf<childProcess.SpawnedChildProcess>();
    expectTypeOf(await promise).toExtend<{ stdout: string; stderr: string }>();
    expectTypeOf((await promise).resourceUsage).toEqualTypeOf<childProcess.ResourceUsage | undefined>();
    expectTypeOf((await promisify(exec)('a', { encoding: 'buffer' })).stdout).toEqualTypeOf<Bytes>();
    expectTypeOf((await promisify(execFile)('a', ['b'])).stderr).toEqualTypeOf<string>();
    expectTypeOf((await promisify(execFile)('a', [], { encoding: null })).stderr).toEqualTypeOf<Bytes>();
    expectTypeOf((await promisify(execFile)('a', { encoding: anyEncoding })).stdout).toEqualTypeOf<string | Bytes>();
  },

  "groups of options can take the place of Node's"() {
    const groups = {
      env: {} as node.ProcessEnvOptions,
      common: {} as node.CommonOptions,
      messaging: {} as node.MessagingOptions,
      spawning: {} as node.CommonSpawnOptions,
      executing: {} as node.CommonExecOptions,
      other: {} as node.ExecFileOptionsWithOtherEncoding,
    };
    expectTypeOf(groups).toExtend<{
      env: childProcess.ProcessEnvOptions;
      common: childProcess.CommonOptions;
      messaging: childProcess.MessagingOptions;
      spawning: childProcess.CommonSpawnOptions;
      executing: childProcess.CommonExecOptions;
      other: childProcess.ExecFileOptionsWithOtherEncoding;
    }>();
    interface OfAProgram extends childProcess.CommonSpawnOptions {
      readonly retries: number;
    }
    spawn('a', {} as OfAProgram);
  },

  'events have their arguments'() {
    const child = spawn('a');
    child.on('exit', (code, signal) => expectTypeOf({ code, signal }).toEqualTypeOf<End>());
    child.once('close', (code, signal) => expectTypeOf({ code, signal }).toEqualTypeOf<End>());
    child.on('error', (error) => expectTypeOf(error).toEqualTypeOf<Error>());
    child.on('message', (message) => expectTypeOf(message).toEqualTypeOf<childProcess.Serializable>());
    child.on('spawn', () => {}).on('disconnect', () => {});
    child.on('an event of the program', (text: string) => text);
  },

  'children can be disposed of'() {
    expectTypeOf(spawn('a')).toExtend<Disposable>();
    expectTypeOf(spawn('a')).toExtend<AsyncDisposable>();
  },

  "our functions can take the place of Node's"() {
    expectTypeOf(spawn).toExtend<typeof node.spawn>();
    expectTypeOf(exec).toExtend<typeof node.exec>();
    expectTypeOf(execFile).toExtend<typeof node.execFile>();
    expectTypeOf(fork).toExtend<typeof node.fork>();
    expectTypeOf(spawnSync).toExtend<typeof node.spawnSync>();
    expectTypeOf(execSync).toExtend<typeof node.execSync>();
    expectTypeOf(execFileSync).toExtend<typeof node.execFileSync>();
    expectTypeOf(childProcess).toExtend<typeof node>();
  },

  "mocks may return any child, as those of Node's functions"() {
    mockOf(spawn).mockReturnValue({} as childProcess.ChildProcess);
    mockOf(exec).mockReturnValue({} as childProcess.ChildProcess);
    mockOf(execFile).mockReturnValue({} as childProcess.ChildProcess);
    mockOf(fork).mockReturnValue({} as childProcess.ChildProcess);
    mockOf(spawn).mockImplementation(() => nodeChild);
    mockOf(exec).mockImplementation((_command, _options, callback) => {
      callback?.(null, '', '');
      return nodeChild;
    });
    mockOf(execFile).mockImplementation(() => nodeChild);
    mockOf(fork).mockImplementation(() => nodeChild);
  },

  "our values are those of Node's types"() {
    expectTypeOf<childProcess.ChildProcess>().toExtend<node.ChildProcess>();
    expectTypeOf<childProcess.ChildProcessWithoutNullStreams>().toExtend<node.ChildProcessWithoutNullStreams>();
    expectTypeOf<childProcess.ChildProcessByStdio<null, Readable, null>>().toExtend<
      node.ChildProcessByStdio<null, Readable, null>
    >();
    expectTypeOf<childProcess.SpawnSyncReturns<string>>().toExtend<node.SpawnSyncReturns<string>>();
    expectTypeOf<node.SpawnSyncReturns<string>>().toExtend<childProcess.SpawnSyncReturns<string>>();
    expectTypeOf<childProcess.ExecException>().toExtend<node.ExecException>();
    expectTypeOf<childProcess.ExecFileException>().toExtend<node.ExecFileException>();
    expectTypeOf<childProcess.ExecException['code']>().toEqualTypeOf<node.ExecException['code']>();
    expectTypeOf<childProcess.PromiseWithChild<string>>().toExtend<node.PromiseWithChild<string>>();
  },

  "Node's options and values are those of our types"() {
    expectTypeOf<node.SpawnOptions>().toExtend<childProcess.SpawnOptions>();
    expectTypeOf<node.SpawnOptionsWithoutStdio>().toExtend<childProcess.SpawnOptionsWithoutStdio>();
    expectTypeOf<node.ExecOptions>().toExtend<childProcess.ExecOptions>();
    expectTypeOf<node.ExecFileOptions>().toExtend<childProcess.ExecFileOptions>();
    expectTypeOf<node.ForkOptions>().toExtend<childProcess.ForkOptions>();
    expectTypeOf<node.SpawnSyncOptions>().toExtend<childProcess.SpawnSyncOptions>();
    expectTypeOf<node.ExecSyncOptions>().toExtend<childProcess.ExecSyncOptions>();
    expectTypeOf<node.ExecFileSyncOptions>().toExtend<childProcess.ExecFileSyncOptions>();
    expectTypeOf<node.ExecException>().toExtend<childProcess.ExecException>();
    expectTypeOf<node.ExecFileException>().toExtend<childProcess.ExecFileException>();
    expectTypeOf<node.StdioOptions>().toExtend<childProcess.StdioOptions>();
    expectTypeOf<node.Serializable>().toEqualTypeOf<childProcess.Serializable>();
    expectTypeOf<node.SendHandle>().toEqualTypeOf<childProcess.SendHandle>();
    expectTypeOf(nodeChild).toExtend<childProcess.ChildProcess>();
    expectTypeOf(fork('a')).toExtend<childProcess.ChildProcess>();
    expectTypeOf<Worker['process']>().toExtend<childProcess.ChildProcess>();
  },

  "what Node's children lack is there in ours"() {
    expectTypeOf(fork('a').killTree()).toEqualTypeOf<childProcess.SignalledTree>();
    expectTypeOf(new childProcess.ChildProcess().resourceUsage()).toEqualTypeOf<
      childProcess.ResourceUsage | undefined
    >();
    const either: childProcess.ChildProcess = nodeChild;
    // @ts-expect-error Node's has no such method
    either.killTree();
    if (either instanceof childProcess.ChildProcess) either.killTree();
  },

  'events have the arguments that Node documents'() {
    const child = spawn('a');
    child.on('exit', (code, signal) => {
      expectTypeOf(code).toEqualTypeOf<number | null>();
      expectTypeOf(signal).toEqualTypeOf<NodeJS.Signals | null>();
    });
    child.once('message', (message) => expectTypeOf(message).toEqualTypeOf<childProcess.Serializable>());
    child.on('mine', (first: string) => expectTypeOf(first).toEqualTypeOf<string>());
    const either = 'exit' as 'exit' | 'close';
    child.on(either, (code) => expectTypeOf(code).toEqualTypeOf<number | null>());
  },

  'every function sets up its child'() {
    const limits: childProcess.ProcessLimits = { cpuTime: 1, core: 'unlimited', stack: { soft: 1, hard: 'unlimited' } };
    const groups = [1, 2] as const;
    const setup: childProcess.SetupOptions = { limits, umask: 0o22, priority: 1, processGroup: 0, groups };
    expectTypeOf(setup).toExtend<childProcess.SpawnOptions>();
    expectTypeOf(setup).toExtend<childProcess.ForkOptions>();
    expectTypeOf(setup).toExtend<childProcess.ExecOptions>();
    expectTypeOf(setup).toExtend<childProcess.ExecFileOptions>();
    expectTypeOf(setup).toExtend<childProcess.SpawnSyncOptions>();
    expectTypeOf(setup).toExtend<childProcess.ExecSyncOptions>();
    expectTypeOf(setup).toExtend<childProcess.ExecFileSyncOptions>();
    spawn('a', { noNewPrivileges: true, cpuAffinity: [0], limits: { openFiles: { hard: 5 } } });
  },

  'what is wrong is refused'() {
    // @ts-expect-error what counts a child's streams is no member for programs
    spawn('a')._closesNeeded;
    // @ts-expect-error there is no such limit
    spawn('a', { limits: { memory: 5 } });
    // @ts-expect-error nor such a value
    spawn('a', { limits: { core: 'none' } });
    // @ts-expect-error a command is text
    spawn(5);
    // @ts-expect-error there is no such shorthand
    spawn('a', { stdio: 'what' });
    // @ts-expect-error nor such a signal
    spawn('a').kill('SIGWHAT');
    // @ts-expect-error there is no standard output
    spawn('a', { stdio: 'ignore' }).stdout.on('data', () => {});
    // @ts-expect-error the output is bytes
    exec('a', { encoding: 'buffer' }, (_error, stdout: string) => stdout);
    // @ts-expect-error exec always has a shell
    exec('a', { shell: false });
    // @ts-expect-error an encoding has a name
    spawnSync('a', { encoding: 5 });
  },
};

type Bytes = ReturnType<typeof Buffer.alloc>;
type End = { code: number | null; signal: NodeJS.Signals | null };

/** A mock of a function, as the libraries for tests declare it. */
interface Mock<Args extends unknown[], Result> {
  mockReturnValue(value: Result): void;
  mockImplementation(implementation: (...args: Args) => Result): void;
}

test('the declarations compile', (t) => {
  t.is(Object.keys(declarations).length, 14);
});
