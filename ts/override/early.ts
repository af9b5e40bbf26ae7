import type nodeChildProcess = require('node:child_process');

import type * as whenUsed from '../preload/when-used';
import type { NodesFunctions } from '../process-state';
import type { Querystring } from '../querystring/types';

/** The functions of Node's own modules, as they were. */
export interface Originals {
  readonly childProcess: typeof nodeChildProcess;
  readonly querystring: typeof import('node:querystring');
}

/** Our functions for Node's `child_process`. */
export interface OurFunctions {
  /** What takes the place of Node's in its exports. */
  readonly functions: NodesFunctions;
  /** The exports of `rt-std/child_process`. */
  readonly ownExports: { ChildProcess: unknown };
}

/** What the start of a process has done already. */
export interface Early {
  /** Node's own `querystring`, as it was. */
  readonly querystring: Originals['querystring'];
  /** Node's own `child_process`, as it was, once its exports have been replaced. */
  childProcess?: Originals['childProcess'];
  /** The exports of `child_process` themselves. To ask for them later, a hook might answer. */
  exportsOfChildProcess?: Originals['childProcess'];
  /** Whether a program has replaced what lies below Node's `spawnSync()`. */
  readonly isBindingReplaced: () => boolean;
}

/** What the override shows, and what the small file asks the rest for. */
export interface Override {
  /** For forks and workers. */
  readonly loadWhenUsed: () => typeof whenUsed;
  isOverridden(): boolean;
  originalModules(): Originals;
  /**
   * Our functions for Node's `child_process`. Where nothing could start processes for them there
   * are none, with a process warning: a program that worked goes on working.
   */
  childProcessFunctions(): OurFunctions | undefined;
  replaceQuerystring(deferred: Querystring): Querystring;
}
