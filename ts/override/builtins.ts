import type nodeChildProcess = require('node:child_process');

import { requireBundle } from '../bundles/require-bundle';
import { getBuiltinModule } from '../node-builtins/built-in';
import { syncESModules } from '../node-builtins/module-class';
import { type FunctionsForNodes, processState } from '../process-state';
import type * as querystringFunctions from '../querystring/functions';
import type { Querystring } from '../querystring/types';
import type { Early, Originals, OurFunctions } from './early';

type ChildProcessModule = typeof nodeChildProcess;
type QuerystringModule = typeof import('node:querystring');

const nodeQuerystring = (getBuiltinModule?.('querystring') ?? require('node:querystring')) as QuerystringModule;

/** What has been done at the start; where the override is off, nothing. */
let done: Early = { querystring: nodeQuerystring, isBindingReplaced: () => false };
let ours: OurFunctions | undefined;
let areMade = false;

/** Node's own functions, whether they were replaced or not. Loads both modules. */
export function originalModules(): Originals {
  const childProcess = lookAtChildProcess();
  return { childProcess: done.childProcess ?? childProcess, querystring: done.querystring };
}

/** Goes on from what has been done for the rest to come. */
export function takeEarly(early: Early): void {
  done = early;
}

/** See {@link Override}. The exports of Node's module have been replaced. */
export function childProcessFunctions(): OurFunctions | undefined {
  if (!areMade) {
    const ownExports = requireBundle('child_process/functions') as OurFunctions['ownExports'];
    const functionsForNodes = processState.replacements?.get(ownExports) as FunctionsForNodes;
    const functions = functionsForNodes(loadChildProcess());
    ours = functions && { functions, ownExports };
    areMade = true;
  }
  return ours;
}

/**
 * Puts our functions into the exports of Node's `querystring`, but for `unescape`.
 *
 * @param deferred - the functions that are there for ours
 * @returns the functions that do the work: Node's own where a program has frozen the exports, or
 *   put accessors there
 */
export function replaceQuerystring(deferred: Querystring): Querystring {
  const { replaceDeferred } = requireBundle('querystring/functions') as typeof querystringFunctions;
  const ours = replaceDeferred(asOurs(nodeQuerystring), deferred);
  if (ours === undefined) return asOurs(done.querystring);
  syncESModules();
  return ours;
}

/** Whether `child_process` is replaced. Loads it. */
export function isChildProcessReplaced(): boolean {
  lookAtChildProcess();
  return done.childProcess !== undefined && childProcessFunctions() !== undefined;
}

/** The exports, as a program gets them. */
function lookAtChildProcess(): ChildProcessModule {
  const exported = loadChildProcess();
  Reflect.get(exported, 'spawn');
  return exported;
}

function loadChildProcess(): ChildProcessModule {
  return done.exportsOfChildProcess ?? require('node:child_process');
}

/** The types of Node's module differ in what they allow. */
function asOurs(nodes: QuerystringModule): Querystring {
  return nodes as unknown as Querystring;
}
