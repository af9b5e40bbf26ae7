/**
 * `rt:child_process`: spawns processes, waits for them and talks to them.
 *
 * The exports are plain properties, as Node's are: a program may replace one, and `exec` then calls the replaced `execFile`.
 *
 * @packageDocumentation
 */
import { loadProcessAddonEarly } from '../binding/process-addon';
import { ChildProcess as ChildProcessClass } from './child-process';
import { exec } from './exec';
import type { ExecCallback as ExecCallbackType, ExecException as ExecExceptionType } from './exec-callback';
import { execFile } from './exec-file';
import type { ExecSyncOptions as ExecSyncOptionsType } from './exec-sync';
import { execFileSync, execSync } from './exec-sync';
import type { ForkOptions as ForkOptionsType } from './fork';
import { fork } from './fork';
import { moduleExports } from './module-exports';
import type {
  ExecFileOptions as ExecFileOptionsType,
  ExecOptions as ExecOptionsType,
  ProcessOptions as ProcessOptionsType,
  Signal as SignalType,
  SpawnOptions as SpawnOptionsType,
  SpawnSyncOptions as SpawnSyncOptionsType,
} from './options';
import { spawn } from './spawn';
import type { SpawnSyncReturns as SpawnSyncReturnsType } from './spawn-sync';
import { spawnSync } from './spawn-sync';
import type { StdioEntry as StdioEntryType, StdioOptions as StdioOptionsType } from './stdio/option';

loadProcessAddonEarly();

const childProcess = Object.assign(moduleExports, {
  ChildProcess: ChildProcessClass,
  exec,
  execFile,
  execFileSync,
  execSync,
  fork,
  spawn,
  spawnSync,
});

/** The types of the module, reached as `childProcess.SpawnOptions` or by name. */
declare namespace childProcess {
  type ChildProcess = ChildProcessClass;
  type ExecCallback<Output extends string | Buffer = string> = ExecCallbackType<Output>;
  type ExecException = ExecExceptionType;
  type ExecFileOptions = ExecFileOptionsType;
  type ExecOptions = ExecOptionsType;
  type ExecSyncOptions = ExecSyncOptionsType;
  type ForkOptions = ForkOptionsType;
  type ProcessOptions = ProcessOptionsType;
  type Signal = SignalType;
  type SpawnOptions = SpawnOptionsType;
  type SpawnSyncOptions = SpawnSyncOptionsType;
  type SpawnSyncReturns<Output extends string | Buffer> = SpawnSyncReturnsType<Output>;
  type StdioEntry = StdioEntryType;
  type StdioOptions = StdioOptionsType;
}

export = childProcess;
