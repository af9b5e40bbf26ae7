import type { Readable, Writable } from 'node:stream';
import childProcess from './index.js';

export const { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;
export type ChildProcess = childProcess.ChildProcess;
export type ChildProcessByStdio<
  Stdin extends Writable | null,
  Stdout extends Readable | null,
  Stderr extends Readable | null,
> = childProcess.ChildProcessByStdio<Stdin, Stdout, Stderr>;
export type ChildProcessEvents = childProcess.ChildProcessEvents;
export type ChildProcessWithoutNullStreams = childProcess.ChildProcessWithoutNullStreams;
export type Control = childProcess.Control;
export type ExecCallback<
  Output extends string | Buffer = string,
  Failure extends Error = ExecException,
> = childProcess.ExecCallback<Output, Failure>;
export type ExecException = childProcess.ExecException;
export type ExecFileException = childProcess.ExecFileException;
export type ExecFileOptions = childProcess.ExecFileOptions;
export type ExecFileOptionsWithBufferEncoding = childProcess.ExecFileOptionsWithBufferEncoding;
export type ExecFileOptionsWithStringEncoding = childProcess.ExecFileOptionsWithStringEncoding;
export type ExecFileSyncOptions = childProcess.ExecFileSyncOptions;
export type ExecFileSyncOptionsWithBufferEncoding = childProcess.ExecFileSyncOptionsWithBufferEncoding;
export type ExecFileSyncOptionsWithStringEncoding = childProcess.ExecFileSyncOptionsWithStringEncoding;
export type ExecOptions = childProcess.ExecOptions;
export type ExecOptionsWithBufferEncoding = childProcess.ExecOptionsWithBufferEncoding;
export type ExecOptionsWithStringEncoding = childProcess.ExecOptionsWithStringEncoding;
export type ExecSyncOptions = childProcess.ExecSyncOptions;
export type ExecSyncOptionsWithBufferEncoding = childProcess.ExecSyncOptionsWithBufferEncoding;
export type ExecSyncOptionsWithStringEncoding = childProcess.ExecSyncOptionsWithStringEncoding;
export type ForkOptions = childProcess.ForkOptions;
export type IOType = childProcess.IOType;
export type MessageOptions = childProcess.MessageOptions;
export type ProcessOptions = childProcess.ProcessOptions;
export type PromiseWithChild<Result> = childProcess.PromiseWithChild<Result>;
export type SendHandle = childProcess.SendHandle;
export type Serializable = childProcess.Serializable;
export type SerializationType = childProcess.SerializationType;
export type Signal = childProcess.Signal;
export type SpawnOptions = childProcess.SpawnOptions;
export type SpawnOptionsWithNullStdio = childProcess.SpawnOptionsWithNullStdio;
export type SpawnOptionsWithStdioTuple<
  Stdin extends StdioNull | StdioPipe,
  Stdout extends StdioNull | StdioPipe,
  Stderr extends StdioNull | StdioPipe,
> = childProcess.SpawnOptionsWithStdioTuple<Stdin, Stdout, Stderr>;
export type SpawnOptionsWithoutStdio = childProcess.SpawnOptionsWithoutStdio;
export type SpawnSyncOptions = childProcess.SpawnSyncOptions;
export type SpawnSyncOptionsWithBufferEncoding = childProcess.SpawnSyncOptionsWithBufferEncoding;
export type SpawnSyncOptionsWithStringEncoding = childProcess.SpawnSyncOptionsWithStringEncoding;
export type SpawnSyncReturns<Output extends string | Buffer> = childProcess.SpawnSyncReturns<Output>;
export type StdioEntry = childProcess.StdioEntry;
export type StdioNull = childProcess.StdioNull;
export type StdioOptions = childProcess.StdioOptions;
export type StdioPipe = childProcess.StdioPipe;
export type StdioPipeNamed = childProcess.StdioPipeNamed;
export default childProcess;
