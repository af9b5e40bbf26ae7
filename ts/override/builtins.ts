import type nodeChildProcess = require('node:child_process');

import { IS_NODE } from '../errors/node-version';
import { getBuiltinModule } from '../node-builtins/built-in';
import { onFirstLook } from '../node-builtins/first-look';
import { syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { requireBundle } from '../node-builtins/require-bundle';
import { processState, type ReplaceNodes } from '../process-state';
import type { Querystring } from '../querystring/types';
import { deferQuerystring } from './querystring';
import { watchSpawnSyncBinding } from './spawn-sync-binding';

type ChildProcessModule = typeof nodeChildProcess;
type QuerystringModule = typeof import('node:querystring');

const nodeQuerystring = (getBuiltinModule?.('querystring') ?? require('node:querystring')) as QuerystringModule;

/** The functions of Node's own modules, as they were. */
export interface Originals {
  readonly childProcess: ChildProcessModule;
  readonly querystring: QuerystringModule;
}

let originalQuerystring: QuerystringModule | undefined;
let originalChildProcess: ChildProcessModule | undefined;
let childProcessReplaced = false;

/** Node's own functions, whether they were replaced or not. Loads both modules. */
export function originalModules(): Originals {
  const childProcess = lookAtChildProcess();
  return { childProcess: originalChildProcess ?? childProcess, querystring: originalQuerystring ?? nodeQuerystring };
}

/**
 * Sees that our functions are in the exports of Node's own modules, for CommonJS and ES modules
 * alike, when a program gets to see them. Nothing is loaded before: Node's `child_process` and ours
 * when somebody asks for the module, our `querystring` when a function of it is called. Whoever has
 * taken a function out before keeps Node's.
 *
 * Where nothing could start processes for ours, `child_process` stays Node's, with a process
 * warning: a program that worked goes on working.
 */
export function replaceBuiltins(): void {
  originalQuerystring = { ...nodeQuerystring };
  deferQuerystring(nodeQuerystring as unknown as Querystring, originalQuerystring as unknown as Querystring);
  const isBindingReplaced = watchSpawnSyncBinding();
  const replace = (isNew: boolean): void => {
    childProcessReplaced = replaceChildProcess(isBindingReplaced);
    // For whoever has imported it before the override was loaded.
    if (!isNew) syncESModules();
  };
  onBuiltinLoad('child_process', (isNew) => {
    if (isNew || !IS_NODE) replace(isNew);
    else onFirstLook('child_process', loadChildProcess(), () => replace(false));
  });
}

/** Whether `child_process` is replaced. Loads it. */
export function isChildProcessReplaced(): boolean {
  lookAtChildProcess();
  return childProcessReplaced;
}

function replaceChildProcess(isBindingReplaced: () => boolean): boolean {
  const nodes = loadChildProcess();
  originalChildProcess = { ...nodes };
  const ours = requireBundle('child_process/index') as object;
  const replaceNodes = processState.replacements?.get(ours) as ReplaceNodes;
  return replaceNodes(nodes, originalChildProcess, isBindingReplaced);
}

/** The exports, as a program gets them. */
function lookAtChildProcess(): ChildProcessModule {
  const exported = loadChildProcess();
  Reflect.get(exported, 'spawn');
  return exported;
}

function loadChildProcess(): ChildProcessModule {
  return require('node:child_process');
}
