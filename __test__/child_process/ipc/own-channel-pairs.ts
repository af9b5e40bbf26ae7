import { join } from 'node:path';
import { ours, theirs } from '../../support/modules';
import { PACKAGE } from '../../support/program';
import type { Module } from '../../support/recorder';

/** What loads the one preload, and the other. */
export const REGISTER = ['--require', join(PACKAGE, 'dist', 'register', 'index.js')];
export const OVERRIDE = ['--require', join(PACKAGE, 'dist', 'override', 'index.js')];

/** Whose module forks, and what the child loads before its program. */
export interface Pair {
  readonly module: Module;
  readonly execArgv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Node at both ends. */
export const ORACLE: Pair = { module: theirs as unknown as Module, execArgv: [] };
/** Our end in the child, with each parent. */
export const PAIRS: Readonly<Record<string, Pair>> = {
  "Node's parent, a child with rt-std/register": { ...ORACLE, execArgv: REGISTER },
  'both ends ours': { module: ours, execArgv: REGISTER },
  'both ends ours, and overridden': { module: ours, execArgv: OVERRIDE },
};
