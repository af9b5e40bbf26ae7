import childProcess from './index.js';

export const { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;
export type ChildProcess = childProcess.ChildProcess;
export type ExecCallback<Output extends string | Buffer = string> = childProcess.ExecCallback<Output>;
export type ExecException = childProcess.ExecException;
export type ExecFileOptions = childProcess.ExecFileOptions;
export type ExecOptions = childProcess.ExecOptions;
export type ExecSyncOptions = childProcess.ExecSyncOptions;
export type ForkOptions = childProcess.ForkOptions;
export type ProcessOptions = childProcess.ProcessOptions;
export type Signal = childProcess.Signal;
export type SpawnOptions = childProcess.SpawnOptions;
export type SpawnSyncOptions = childProcess.SpawnSyncOptions;
export type SpawnSyncReturns<Output extends string | Buffer> = childProcess.SpawnSyncReturns<Output>;
export type StdioEntry = childProcess.StdioEntry;
export type StdioOptions = childProcess.StdioOptions;
export default childProcess;
