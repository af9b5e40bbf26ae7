/**
 * `rt:child_process`: spawns processes, waits for them and talks to them.
 *
 * The exports are plain properties, which a program may replace: `exec` then calls the replaced `execFile`. (An `export … from` would make them read-only.)
 *
 * @packageDocumentation
 */
import { ChildProcess as ChildProcessClass } from './child-process';
import { exec as execFunction } from './exec';
import { execFile as execFileFunction } from './exec-file';
import { execFileSync as execFileSyncFunction, execSync as execSyncFunction } from './exec-sync';
import { fork as forkFunction } from './fork';
import { spawn as spawnFunction } from './spawn';
import { spawnSync as spawnSyncFunction } from './spawn-sync';

export type { ExecCallback, ExecException } from './exec-file';
export type { ExecSyncOptions } from './exec-sync';
export type { ForkOptions } from './fork';
export type { ExecFileOptions, ExecOptions, ProcessOptions, Signal, SpawnOptions, SpawnSyncOptions } from './options';
export type { SpawnSyncReturns } from './spawn-sync';
export type { StdioEntry, StdioOptions } from './stdio/option';

export const ChildProcess = ChildProcessClass;
export type ChildProcess = ChildProcessClass;
export const exec = execFunction;
export const execFile = execFileFunction;
export const execFileSync = execFileSyncFunction;
export const execSync = execSyncFunction;
export const fork = forkFunction;
export const spawn = spawnFunction;
export const spawnSync = spawnSyncFunction;
