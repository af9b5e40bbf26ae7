/**
 * `rt:child_process`: spawns processes, waits for them and exchanges messages with them.
 *
 * The exports are plain properties, as Node's are: a program may replace one, and `exec` then calls
 * the replaced `execFile`.
 *
 * @packageDocumentation
 */
import type { Readable, Writable } from 'node:stream';
import { keptBundle } from '../bundles/require-bundle';
import { processState } from '../process-state';

import type functions = require('./functions');

import type * as types from './public-types';

/** The functions of `child_process`, which a program may replace by others. */
const childProcess = (keptBundle('child_process/functions') ?? require('./functions')) as typeof functions;

// Under the override, both modules have one class.
processState.takeOver?.();

/**
 * The types of the module, reached as `childProcess.SpawnOptions` or by name.
 *
 * They are the types of `public-types.ts`, named a second time: a module with `export =` cannot
 * export another one's types with `*`, neither beside the assignment nor in its namespace, and the
 * constant merges with no import. `__test__/child_process/types/public-types.spec.ts` compares the
 * two lists.
 */
declare namespace childProcess {
  type Accepted<Options> = types.Accepted<Options>;
  type AcceptedByFork<Options> = types.AcceptedByFork<Options>;
  type AcceptedWithStdio<Options> = types.AcceptedWithStdio<Options>;
  type BoundSocket = types.BoundSocket;
  type ChildProcess = types.ChildProcess;
  type ChildProcessAdditions = types.ChildProcessAdditions;
  type ChildProcessByStdio<
    Stdin extends Writable | null,
    Stdout extends Readable | null,
    Stderr extends Readable | null,
  > = types.ChildProcessByStdio<Stdin, Stdout, Stderr>;
  type ChildProcessConstructor = types.ChildProcessConstructor;
  type ChildProcessEventMap = types.ChildProcessEventMap;
  type ChildProcessEvents = types.ChildProcessEvents;
  type ChildProcessListener<Name extends keyof ChildProcessEvents> = types.ChildProcessListener<Name>;
  type ChildProcessListeners = types.ChildProcessListeners;
  type ChildProcessMembers = types.ChildProcessMembers;
  type ChildProcessWithTerminal = types.ChildProcessWithTerminal;
  type ChildProcessWithoutNullStreams = types.ChildProcessWithoutNullStreams;
  type CommonExecOptions = types.CommonExecOptions;
  type CommonOptions = types.CommonOptions;
  type CommonSpawnOptions = types.CommonSpawnOptions;
  type Containment = types.Containment;
  type Control = types.Control;
  type EndingOptions = types.EndingOptions;
  type Exec = types.Exec;
  type ExecCallback<
    Output extends string | Buffer = string,
    Failure extends Error = ExecException,
  > = types.ExecCallback<Output, Failure>;
  type ExecException = types.ExecException;
  type ExecFile = types.ExecFile;
  type ExecFileException = types.ExecFileException;
  type ExecFileOptions = types.ExecFileOptions;
  type ExecFileOptionsWithBufferEncoding = types.ExecFileOptionsWithBufferEncoding;
  type ExecFileOptionsWithOtherEncoding = types.ExecFileOptionsWithOtherEncoding;
  type ExecFileOptionsWithStringEncoding = types.ExecFileOptionsWithStringEncoding;
  type ExecFilePromised = types.ExecFilePromised;
  type ExecFileSync = types.ExecFileSync;
  type ExecFileSyncOptions = types.ExecFileSyncOptions;
  type ExecFileSyncOptionsWithBufferEncoding = types.ExecFileSyncOptionsWithBufferEncoding;
  type ExecFileSyncOptionsWithStringEncoding = types.ExecFileSyncOptionsWithStringEncoding;
  type ExecOptions = types.ExecOptions;
  type ExecOptionsWithBufferEncoding = types.ExecOptionsWithBufferEncoding;
  type ExecOptionsWithStringEncoding = types.ExecOptionsWithStringEncoding;
  type ExecPromised = types.ExecPromised;
  type ExecSync = types.ExecSync;
  type ExecSyncOptions = types.ExecSyncOptions;
  type ExecSyncOptionsWithBufferEncoding = types.ExecSyncOptionsWithBufferEncoding;
  type ExecSyncOptionsWithStringEncoding = types.ExecSyncOptionsWithStringEncoding;
  type ExtraStream = types.ExtraStream;
  type Fork = types.Fork;
  type ForkOptions = types.ForkOptions;
  type IOType = types.IOType;
  type KillTree = types.KillTree;
  type LimitValue = types.LimitValue;
  type MessageOptions = types.MessageOptions;
  type MessagingOptions = types.MessagingOptions;
  type NormalizedOptions = types.NormalizedOptions;
  type OutputBytes = types.OutputBytes;
  type Outputs<Output extends string | Buffer> = types.Outputs<Output>;
  type ProcessEnvOptions = types.ProcessEnvOptions;
  type ProcessLimit = types.ProcessLimit;
  type ProcessLimits = types.ProcessLimits;
  type ProcessOptions = types.ProcessOptions;
  type PromiseWithChild<Result> = types.PromiseWithChild<Result>;
  type ResourceUsage = types.ResourceUsage;
  type SendCallback = types.SendCallback;
  type SendHandle = types.SendHandle;
  type Serializable = types.Serializable;
  type SerializationType = types.SerializationType;
  type SetupOptions = types.SetupOptions;
  type Signal = types.Signal;
  type SignalledTree = types.SignalledTree;
  type Spawn = types.Spawn;
  type SpawnOptions = types.SpawnOptions;
  type SpawnOptionsWithNullStdio = types.SpawnOptionsWithNullStdio;
  type SpawnOptionsWithStdioTuple<
    Stdin extends StdioNull | StdioPipe,
    Stdout extends StdioNull | StdioPipe,
    Stderr extends StdioNull | StdioPipe,
  > = types.SpawnOptionsWithStdioTuple<Stdin, Stdout, Stderr>;
  type SpawnOptionsWithTerminal = types.SpawnOptionsWithTerminal;
  type SpawnOptionsWithoutStdio = types.SpawnOptionsWithoutStdio;
  type SpawnSync = types.SpawnSync;
  type SpawnSyncOptions = types.SpawnSyncOptions;
  type SpawnSyncOptionsWithBufferEncoding = types.SpawnSyncOptionsWithBufferEncoding;
  type SpawnSyncOptionsWithStringEncoding = types.SpawnSyncOptionsWithStringEncoding;
  type SpawnSyncReturns<Output extends string | Buffer> = types.SpawnSyncReturns<Output>;
  type SpawnedChildProcess = types.SpawnedChildProcess;
  type StdioEntry = types.StdioEntry;
  type StdioNull = types.StdioNull;
  type StdioOptions = types.StdioOptions;
  type StdioPipe = types.StdioPipe;
  type StdioPipeNamed = types.StdioPipeNamed;
  type StdioStreams = types.StdioStreams;
  type Terminal = types.Terminal;
  type TerminalModes = types.TerminalModes;
  type TerminalOptions = types.TerminalOptions;
  type WithTerminal = types.WithTerminal;
}

export = childProcess;
