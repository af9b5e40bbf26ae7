import childProcess from './imported.js';

export const { ChildProcess, exec, execFile, execFileSync, execSync, fork, killTree, spawn, spawnSync } = childProcess;
export type * from './public-types.js';
/** Named again, since the class above hides what `*` exports by this name. */
export type ChildProcess = childProcess.ChildProcess;
export default childProcess;
