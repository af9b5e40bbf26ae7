import childProcess from './index.js';

export type * from './index.js';
export const { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = childProcess;
export default childProcess;
