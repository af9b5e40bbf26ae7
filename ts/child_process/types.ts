/** The types of the module, by the names that `@types/node` gives to those that it has too. */
export type { ChildProcess } from './child-process';
export type { ChildProcessByStdio, ChildProcessWithoutNullStreams } from './child-process-by-stdio';
export type { ChildProcessEvents } from './child-process-events';
export type { ExecCallback, ExecException, ExecFileException } from './exec-callback';
export type { ExecFileOptionsWithBufferEncoding, ExecFileOptionsWithStringEncoding } from './exec-file-signatures';
export type { ExecOptionsWithBufferEncoding, ExecOptionsWithStringEncoding } from './exec-signatures';
export type {
  ExecFileSyncOptions,
  ExecFileSyncOptionsWithBufferEncoding,
  ExecFileSyncOptionsWithStringEncoding,
  ExecSyncOptions,
  ExecSyncOptionsWithBufferEncoding,
  ExecSyncOptionsWithStringEncoding,
} from './exec-sync';
export type { ForkOptions } from './fork';
export type { SendOptions as MessageOptions } from './ipc/channel-target';
export type { Control } from './ipc/control';
export type { SendHandle, Serializable } from './ipc/send-method';
export type {
  ExecFileOptions,
  ExecOptions,
  ProcessOptions,
  SerializationType,
  Signal,
  SpawnOptions,
  SpawnSyncOptions,
} from './options';
export type { PromiseWithChild } from './promised-output';
export type {
  SpawnOptionsWithNullStdio,
  SpawnOptionsWithoutStdio,
  SpawnOptionsWithStdioTuple,
} from './spawn-signatures';
export type {
  SpawnSyncOptionsWithBufferEncoding,
  SpawnSyncOptionsWithStringEncoding,
  SpawnSyncReturns,
} from './spawn-sync';
export type { IOType, StdioEntry, StdioNull, StdioOptions, StdioPipe, StdioPipeNamed } from './stdio/option';
