import type nodeChildProcess = require('node:child_process');

import type * as whenUsed from '../preload/when-used';
import type { Querystring } from '../querystring/types';

/** The functions of Node's own modules, as they were. */
export interface Originals {
  readonly childProcess: typeof nodeChildProcess;
  readonly querystring: typeof import('node:querystring');
}

/** What the start of a process has done already. */
export interface Early {
  /** Node's own `querystring`, as it was. */
  readonly querystring: Originals['querystring'];
  /** Whether a program has replaced what lies below Node's `spawnSync()`. */
  readonly isBindingReplaced: () => boolean;
}

/** What the override shows, and what the small file asks the rest for. */
export interface Override {
  /** For forks and workers. */
  readonly loadWhenUsed: () => typeof whenUsed;
  isChannelOurs(): boolean;
  isOverridden(): boolean;
  originalModules(): Originals;
  /**
   * Puts our functions into the exports of Node's module, which is loaded.
   *
   * @param isNew - whether nobody has seen its exports yet
   */
  replaceChildProcess(isNew: boolean): void;
  replaceQuerystring(deferred: Querystring): Querystring;
}
