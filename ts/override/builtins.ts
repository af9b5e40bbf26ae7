import nodeChildProcess = require('node:child_process');

import { syncBuiltinESMExports } from 'node:module';

import nodeQuerystring = require('node:querystring');

import { loadWasm } from '../binding/wasm';

import childProcess = require('../child_process');

import { behaveAs } from '../child_process/deviations';
import { publishOn } from '../child_process/module-exports';
import { createQuerystring } from '../querystring/create';
import { nodePlatform } from '../querystring/node-platform';
import type { Querystring } from '../querystring/types';

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
 */
export function replaceBuiltins(): void {
  if (originals) return;
  originals = { childProcess: { ...nodeChildProcess }, querystring: { ...nodeQuerystring } };
  behaveAs('node');
  Object.assign(nodeChildProcess, childProcess);
  publishOn(nodeChildProcess);
  // The functions belong to this exports object: `escape` and `unescape` that a program puts there are the ones in use.
  createQuerystring(loadWasm(), nodePlatform, nodeQuerystring as unknown as Querystring);
  syncBuiltinESMExports();
}
