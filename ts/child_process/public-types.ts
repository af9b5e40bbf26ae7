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
} from './api/exec-sync-signatures';
export type { ForkOptions } from './api/fork-signatures';
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
  SpawnOptionsWithTerminal,
} from './api/spawn-signatures';
export type {
  SpawnSyncOptionsWithBufferEncoding,
  SpawnSyncOptionsWithStringEncoding,
  SpawnSyncReturns,
} from './api/spawn-sync-signatures';
export type { Control } from './types/channel-control';
export type { ChildProcess, ChildProcessConstructor, SpawnedChildProcess } from './types/child-process';
export type {
  ChildProcessByStdio,
  ChildProcessWithoutNullStreams,
  ChildProcessWithTerminal,
} from './types/child-process-by-stdio';
export type { ChildProcessEvents, ChildProcessEvents as ChildProcessEventMap } from './types/child-process-events';
export type { Containment, EndingOptions } from './types/ending-options';
export type { ExecCallback, ExecException, ExecFileException } from './types/exec-callback';
export type { SendHandle, SendOptions as MessageOptions, Serializable } from './types/messages';
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
export type { Terminal } from './types/terminal';
export type { TerminalModes, TerminalOptions, WithTerminal } from './types/terminal-options';
