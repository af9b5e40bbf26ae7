import nodeChildProcess = require('node:child_process');

import { syncBuiltinESMExports } from 'node:module';

import nodeQuerystring = require('node:querystring');

import { loadProcessAddon } from '../binding/process-addon';
import { loadDefault } from '../binding/querystring-default';

import childProcess = require('../child_process');

import { behaveAs } from '../child_process/deviations';
import { publishOn } from '../child_process/module-exports';
import { createQuerystring } from '../querystring/create';
import { nodePlatform } from '../querystring/node-platform';
import type { Querystring } from '../querystring/types';
import { heedSpawnSyncBinding } from './spawn-sync-binding';

/** The functions of Node's own modules, as they were. */
export interface Originals {
  readonly childProcess: typeof nodeChildProcess;
  readonly querystring: typeof nodeQuerystring;
}

let originals: Originals | undefined;

/** Node's own functions, whether they were replaced or not. */
export function originalModules(): Originals {
  return originals ?? { childProcess: nodeChildProcess, querystring: nodeQuerystring };
}

/**
 * Puts our functions into the exports of Node's own modules, for CommonJS and ES modules alike. Whoever has taken a function out before keeps Node's.
 *
 * Where there is no addon that could start processes, `child_process` stays Node's, with a process warning: a program that worked goes on working.
 *
 * @returns whether both modules are replaced
 */
export function replaceBuiltins(): boolean {
  originals = { childProcess: { ...nodeChildProcess }, querystring: { ...nodeQuerystring } };
  const both = replaceChildProcess();
  // The functions belong to this exports object: `escape` and `unescape` that a program puts there are the ones in use.
  createQuerystring(loadDefault(), nodePlatform, nodeQuerystring as unknown as Querystring);
  syncBuiltinESMExports();
  return both;
}

function replaceChildProcess(): boolean {
  try {
    loadProcessAddon();
  } catch (error) {
    process.emitWarning(`child_process stays Node's own: ${(error as Error).message}`, 'OverrideWarning');
    return false;
  }
  behaveAs('node');
  Object.assign(nodeChildProcess, childProcess);
  publishOn(nodeChildProcess);
  heedSpawnSyncBinding(originalModules().childProcess.spawnSync as typeof childProcess.spawnSync);
  return true;
}
