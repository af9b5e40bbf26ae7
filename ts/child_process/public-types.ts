/** The types of the module, by the names that `@types/node` gives to those that it has too. */

export type { ExecFileOptionsWithBufferEncoding, ExecFileOptionsWithStringEncoding } from './api/exec-file-signatures';
export type { ExecOptionsWithBufferEncoding, ExecOptionsWithStringEncoding } from './api/exec-signatures';
export type {
  ExecFileSyncOptions,
  ExecFileSyncOptionsWithBufferEncoding,
  ExecFileSyncOptionsWithStringEncoding,
  ExecSyncOptions,
  ExecSyncOptionsWithBufferEncoding,
  ExecSyncOptionsWithStringEncoding,
} from './api/exec-sync';
export type { ForkOptions } from './api/fork';
export type {
  CommonExecOptions,
  CommonOptions,
  CommonSpawnOptions,
  ExecFileOptionsWithOtherEncoding,
  MessagingOptions,
  ProcessEnvOptions,
} from './api/option-groups';
export type { PromiseWithChild } from './api/promised-output';
export type {
  SpawnOptionsWithNullStdio,
  SpawnOptionsWithoutStdio,
  SpawnOptionsWithStdioTuple,
} from './api/spawn-signatures';
export type {
  SpawnSyncOptionsWithBufferEncoding,
  SpawnSyncOptionsWithStringEncoding,
  SpawnSyncReturns,
} from './api/spawn-sync-signatures';
export type { ChildProcess } from './child/child-process';
export type { ChildProcessByStdio, ChildProcessWithoutNullStreams } from './child/child-process-by-stdio';
export type { ChildProcessEvents, ChildProcessEvents as ChildProcessEventMap } from './child/child-process-events';
export type { SendOptions as MessageOptions } from './ipc/channel-target';
export type { Control } from './ipc/control';
export type { SendHandle, Serializable } from './ipc/send-method';
export type { Containment, EndingOptions } from './types/ending-options';
export type { ExecCallback, ExecException, ExecFileException } from './types/exec-callback';
export type {
  ExecFileOptions,
  ExecOptions,
  ProcessOptions,
  SerializationType,
  Signal,
  SpawnOptions,
  SpawnSyncOptions,
} from './types/options';
export type { ResourceUsage } from './types/resource-usage';
export type { LimitValue, ProcessLimit, ProcessLimits, SetupOptions } from './types/setup-options';
export type { SignalledTree } from './types/signalled-tree';
export type { IOType, StdioEntry, StdioNull, StdioOptions, StdioPipe, StdioPipeNamed } from './types/stdio';
