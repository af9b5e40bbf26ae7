import type nodeChildProcess = require('node:child_process');

import { IS_NODE } from '../errors/node-version';
import { getBuiltinModule } from '../node-builtins/built-in';
import { onFirstLook } from '../node-builtins/first-look';
import { syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { requireBundle } from '../node-builtins/require-bundle';
import { isSwitchedOff } from '../node-builtins/switched-off';
import { processState, type ReplaceNodes } from '../process-state';
import type { Querystring } from '../querystring/types';
import type { Early, Originals } from './early';
import type * as ourQuerystring from './our-querystring';
import { deferQuerystring, ENOUGH } from './querystring';

type ChildProcessModule = typeof nodeChildProcess;
type QuerystringModule = typeof import('node:querystring');

const nodeQuerystring = (getBuiltinModule?.('querystring') ?? require('node:querystring')) as QuerystringModule;

/** What has been done at the start; where the override is off, nothing. */
let done: Early = { querystring: nodeQuerystring, isBindingReplaced: () => false };
let originalChildProcess: ChildProcessModule | undefined;
let childProcessReplaced = false;

/** Node's own functions, whether they were replaced or not. Loads both modules. */
export function originalModules(): Originals {
  const childProcess = lookAtChildProcess();
  return { childProcess: originalChildProcess ?? childProcess, querystring: done.querystring };
}

/**
 * Sees that our functions are in the exports of Node's own modules, for CommonJS and ES modules
 * alike, when a program gets to see them. Nothing is loaded before: Node's `child_process` and ours
 * when somebody asks for the module, our `querystring` when a function of it has much to do.
 * Whoever has taken a function out before keeps Node's.
 *
 * @param isBindingReplaced - as for {@link ReplaceNodes}
 */
export function replaceBuiltins(isBindingReplaced: () => boolean): void {
  takeEarly({ querystring: { ...nodeQuerystring }, isBindingReplaced });
  const enough = isSwitchedOff(/\b(all|late-querystring)\b/) ? 0 : ENOUGH;
  const replaceNow = deferQuerystring(asOurs(nodeQuerystring), asOurs(done.querystring), enough, replaceQuerystring);
  // Other runtimes have modules of their own, which differ from Node's where ours does not.
  if (!IS_NODE) replaceNow();
  else syncESModules();
  onBuiltinLoad('child_process', (isNew) => {
    if (isNew || !IS_NODE) replaceChildProcess(isNew);
    else onFirstLook('child_process', loadChildProcess(), () => replaceChildProcess(false));
  });
}

/** Goes on from what has been done for the rest to come. */
export function takeEarly(early: Early): void {
  done = early;
}

/**
 * Puts our functions into the exports of Node's `child_process`, which is loaded.
 *
 * Where nothing could start processes for ours, it stays Node's, with a process warning: a program
 * that worked goes on working.
 *
 * @param isNew - whether nobody has seen its exports yet
 */
export function replaceChildProcess(isNew: boolean): void {
  const nodes = loadChildProcess();
  originalChildProcess = { ...nodes };
  const ours = requireBundle('child_process/index') as object;
  const replaceNodes = processState.replacements?.get(ours) as ReplaceNodes;
  childProcessReplaced = replaceNodes(nodes, originalChildProcess, done.isBindingReplaced);
  // For whoever has imported it before the override was loaded.
  if (!isNew) syncESModules();
}

/**
 * Puts our functions into the exports of Node's `querystring`.
 *
 * @param deferred - the functions that are there for ours
 * @returns the functions that do the work
 */
export function replaceQuerystring(deferred: Querystring): Querystring {
  const { replaceDeferred } = requireBundle('override/our-querystring') as typeof ourQuerystring;
  return replaceDeferred(asOurs(nodeQuerystring), deferred, asOurs(done.querystring));
}

/** Whether `child_process` is replaced. Loads it. */
export function isChildProcessReplaced(): boolean {
  lookAtChildProcess();
  return childProcessReplaced;
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

/** The types of Node's module differ in what they allow. */
function asOurs(nodes: QuerystringModule): Querystring {
  return nodes as unknown as Querystring;
}
