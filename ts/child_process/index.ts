/**
 * `rt:child_process`: spawns processes, waits for them and exchanges messages with them.
 *
 * The exports are plain properties, as Node's are: a program may replace one, and `exec` then calls
 * the replaced `execFile`.
 *
 * @packageDocumentation
 */
import type { Readable, Writable } from 'node:stream';
import { keptBundle } from '../node-builtins/require-bundle';
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
  type ChildProcess = types.ChildProcess;
  type ChildProcessConstructor = types.ChildProcessConstructor;
  type ChildProcessByStdio<
    Stdin extends Writable | null,
    Stdout extends Readable | null,
    Stderr extends Readable | null,
  > = types.ChildProcessByStdio<Stdin, Stdout, Stderr>;
  type ChildProcessEventMap = types.ChildProcessEventMap;
  type ChildProcessEvents = types.ChildProcessEvents;
  type ChildProcessWithoutNullStreams = types.ChildProcessWithoutNullStreams;
  type ChildProcessWithTerminal = types.ChildProcessWithTerminal;
  type CommonExecOptions = types.CommonExecOptions;
  type CommonOptions = types.CommonOptions;
  type CommonSpawnOptions = types.CommonSpawnOptions;
  type Control = types.Control;
  type Containment = types.Containment;
  type EndingOptions = types.EndingOptions;
  type ExecCallback<
    Output extends string | Buffer = string,
    Failure extends Error = ExecException,
  > = types.ExecCallback<Output, Failure>;
  type ExecException = types.ExecException;
  type ExecFileException = types.ExecFileException;
  type ExecFileOptions = types.ExecFileOptions;
  type ExecFileOptionsWithBufferEncoding = types.ExecFileOptionsWithBufferEncoding;
  type ExecFileOptionsWithOtherEncoding = types.ExecFileOptionsWithOtherEncoding;
  type ExecFileOptionsWithStringEncoding = types.ExecFileOptionsWithStringEncoding;
  type ExecFileSyncOptions = types.ExecFileSyncOptions;
  type ExecFileSyncOptionsWithBufferEncoding = types.ExecFileSyncOptionsWithBufferEncoding;
  type ExecFileSyncOptionsWithStringEncoding = types.ExecFileSyncOptionsWithStringEncoding;
  type ExecOptions = types.ExecOptions;
  type ExecOptionsWithBufferEncoding = types.ExecOptionsWithBufferEncoding;
  type ExecOptionsWithStringEncoding = types.ExecOptionsWithStringEncoding;
  type ExecSyncOptions = types.ExecSyncOptions;
  type ExecSyncOptionsWithBufferEncoding = types.ExecSyncOptionsWithBufferEncoding;
  type ExecSyncOptionsWithStringEncoding = types.ExecSyncOptionsWithStringEncoding;
  type ForkOptions = types.ForkOptions;
  type IOType = types.IOType;
  type LimitValue = types.LimitValue;
  type MessageOptions = types.MessageOptions;
  type MessagingOptions = types.MessagingOptions;
  type ProcessEnvOptions = types.ProcessEnvOptions;
  type ProcessLimit = types.ProcessLimit;
  type ProcessLimits = types.ProcessLimits;
  type ProcessOptions = types.ProcessOptions;
  type PromiseWithChild<Result> = types.PromiseWithChild<Result>;
  type ResourceUsage = types.ResourceUsage;
  type SendHandle = types.SendHandle;
  type Serializable = types.Serializable;
  type SerializationType = types.SerializationType;
  type SetupOptions = types.SetupOptions;
  type Signal = types.Signal;
  type SignalledTree = types.SignalledTree;
  type SpawnOptions = types.SpawnOptions;
  type SpawnOptionsWithNullStdio = types.SpawnOptionsWithNullStdio;
  type SpawnOptionsWithStdioTuple<
    Stdin extends StdioNull | StdioPipe,
    Stdout extends StdioNull | StdioPipe,
    Stderr extends StdioNull | StdioPipe,
  > = types.SpawnOptionsWithStdioTuple<Stdin, Stdout, Stderr>;
  type SpawnOptionsWithTerminal = types.SpawnOptionsWithTerminal;
  type SpawnOptionsWithoutStdio = types.SpawnOptionsWithoutStdio;
  type SpawnedChildProcess = types.SpawnedChildProcess;
  type SpawnSyncOptions = types.SpawnSyncOptions;
  type SpawnSyncOptionsWithBufferEncoding = types.SpawnSyncOptionsWithBufferEncoding;
  type SpawnSyncOptionsWithStringEncoding = types.SpawnSyncOptionsWithStringEncoding;
  type SpawnSyncReturns<Output extends string | Buffer> = types.SpawnSyncReturns<Output>;
  type StdioEntry = types.StdioEntry;
  type StdioNull = types.StdioNull;
  type StdioOptions = types.StdioOptions;
  type StdioPipe = types.StdioPipe;
  type StdioPipeNamed = types.StdioPipeNamed;
  type Terminal = types.Terminal;
  type TerminalModes = types.TerminalModes;
  type TerminalOptions = types.TerminalOptions;
  type WithTerminal = types.WithTerminal;
}

export = childProcess;
