/**
 * The types of the module, by the names that `@types/node` gives to those that it has too.
 *
 * All that the others name are among them: what a program exports may have any of these types, and
 * its declarations then name them.
 */

export type {
  ExecFile,
  ExecFileOptionsWithBufferEncoding,
  ExecFileOptionsWithStringEncoding,
  ExecFilePromised,
} from './api/exec-file-signatures';
export type {
  Exec,
  ExecOptionsWithBufferEncoding,
  ExecOptionsWithStringEncoding,
  ExecPromised,
} from './api/exec-signatures';
export type {
  ExecFileSync,
  ExecFileSyncOptions,
  ExecFileSyncOptionsWithBufferEncoding,
  ExecFileSyncOptionsWithStringEncoding,
  ExecSync,
  ExecSyncOptions,
  ExecSyncOptionsWithBufferEncoding,
  ExecSyncOptionsWithStringEncoding,
} from './api/exec-sync-signatures';
export type { Fork, ForkOptions } from './api/fork-signatures';
export type { KillTree } from './api/kill-tree';
export type {
  CommonExecOptions,
  CommonOptions,
  CommonSpawnOptions,
  ExecFileOptionsWithOtherEncoding,
  MessagingOptions,
  ProcessEnvOptions,
} from './api/option-groups';
export type { Outputs, PromiseWithChild } from './api/promised-output';
export type {
  Spawn,
  SpawnOptionsWithNullStdio,
  SpawnOptionsWithoutStdio,
  SpawnOptionsWithStdioTuple,
  SpawnOptionsWithTerminal,
} from './api/spawn-signatures';
export type {
  SpawnSync,
  SpawnSyncOptionsWithBufferEncoding,
  SpawnSyncOptionsWithStringEncoding,
  SpawnSyncReturns,
} from './api/spawn-sync-signatures';
export type { Accepted, AcceptedByFork, AcceptedWithStdio } from './types/accepted-options';
export type { Control } from './types/channel-control';
export type {
  ChildProcess,
  ChildProcessAdditions,
  ChildProcessConstructor,
  ChildProcessMembers,
  SpawnedChildProcess,
} from './types/child-process';
export type {
  ChildProcessByStdio,
  ChildProcessWithoutNullStreams,
  ChildProcessWithTerminal,
} from './types/child-process-by-stdio';
export type {
  ChildProcessEvents,
  ChildProcessEvents as ChildProcessEventMap,
  ChildProcessListener,
} from './types/child-process-events';
export type { ChildProcessListeners } from './types/child-process-listeners';
export type { Containment, EndingOptions } from './types/ending-options';
export type { ExecCallback, ExecException, ExecFileException } from './types/exec-callback';
export type {
  BoundSocket,
  SendCallback,
  SendHandle,
  SendOptions as MessageOptions,
  Serializable,
} from './types/messages';
export type {
  ExecFileOptions,
  ExecOptions,
  NormalizedOptions,
  ProcessOptions,
  SerializationType,
  Signal,
  SpawnOptions,
  SpawnSyncOptions,
} from './types/options';
export type { OutputBytes } from './types/output-bytes';
export type { ResourceUsage } from './types/resource-usage';
export type { LimitValue, ProcessLimit, ProcessLimits, SetupOptions } from './types/setup-options';
export type { SignalledTree } from './types/signalled-tree';
export type {
  ExtraStream,
  IOType,
  StdioEntry,
  StdioNull,
  StdioOptions,
  StdioPipe,
  StdioPipeNamed,
  StdioStreams,
} from './types/stdio';
export type { Terminal } from './types/terminal';
export type { TerminalModes, TerminalOptions, WithTerminal } from './types/terminal-options';
