/**
 * The functions of `rt:child_process`, a bundle of its own: `index.ts` loads it with the code that
 * V8 has kept of it.
 */
import { reserveLowDescriptors } from '../binding/low-descriptors';
import { mayNeedNodes } from '../binding/may-need-nodes';
import { loadProcessAddonEarly } from '../binding/process-addon';
import { loadAddonBeforeOthers } from '../node-builtins/other-addons';
import { processState } from '../process-state';
import { process } from '../realm/main-realm';
import { assign } from '../realm/primordials';
import { execOf } from './api/exec';
import { execFile } from './api/exec-file';
import { execFileSyncOf, execSyncOf } from './api/exec-sync';
import { fork } from './api/fork';
import { type KillTree, killTree } from './api/kill-tree';
import { replaceNodesBy } from './api/replace-nodes';
import { spawn } from './api/spawn';
import { spawnSync } from './api/spawn-sync';
import { ChildProcess as ChildProcessClass } from './child/child-process';
import { nodeBackend } from './load-node-backend';
import { nodesModule } from './nodes-module';
import type { ChildProcessConstructor } from './types/child-process';

loadAddonBeforeOthers(loadProcessAddonEarly);
reserveLowDescriptors();
// A program may put these functions in the place of Node's later. The override keeps Node's itself,
// and to load Node's module may need this one.
if (processState.model !== 'node' && mayNeedNodes()) nodesModule();

/** What `require('rt-std/child_process')` gives, before it is filled. */
const moduleExports = {} as { execFile: typeof execFile };

/** The functions of `child_process`, which a program may replace by others. */
const childProcess = assign(moduleExports, {
  ChildProcess: ChildProcessClass as ChildProcessConstructor,
  exec: execOf(moduleExports),
  execFile,
  execFileSync: execFileSyncOf(spawnSync),
  execSync: execSyncOf(spawnSync),
  fork,
  killTree: killTree as KillTree,
  spawn,
  spawnSync,
});

replaceNodesBy(childProcess);
// With permissions it is often Node's module that starts processes.
if (mayLosePermission()) nodeBackend();

/** From Node 24 on, a program may give up its right to read files. */
function mayLosePermission(): boolean {
  const { permission } = process as { permission?: { drop?: unknown } };
  return permission?.drop !== undefined;
}

export = childProcess;
