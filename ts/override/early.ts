import type nodeChildProcess = require('node:child_process');

import type { StartWorker } from '../preload/cover-workers';
import type { EnvironmentOfFork } from '../process-state';
import type { Querystring } from '../querystring/types';

/** The functions of Node's own modules, as they were. */
export interface Originals {
  readonly childProcess: typeof nodeChildProcess;
  readonly querystring: typeof import('node:querystring');
}

/** What the small file at the start has done already. */
export interface Early {
  /** Node's own `querystring`, as it was. */
  readonly querystring: Originals['querystring'];
  /** Whether a program has replaced what lies below Node's `spawnSync()`. */
  readonly isBindingReplaced: () => boolean;
}

/** What the override shows, and what the small file asks the rest for. */
export interface Override {
  readonly environmentOfFork: EnvironmentOfFork;
  readonly startWorker: StartWorker;
  isChannelOurs(): boolean;
  isOverridden(): boolean;
  originalModules(): Originals;
  /** To be called when Node has loaded the module, and nobody has seen its exports. */
  replaceChildProcess(): void;
  replaceQuerystring(deferred: Querystring): Querystring;
}
