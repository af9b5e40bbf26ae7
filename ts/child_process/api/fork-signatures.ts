import type { AcceptedByFork } from '../types/accepted-options';
import type { ChildProcess, SpawnedChildProcess } from '../types/child-process';
import type { SpawnOptions } from '../types/options';

/** Options of `fork()`. */
export interface ForkOptions extends Omit<SpawnOptions, 'shell'> {
  /**
   * The executable that runs the module.
   *
   * Errors: `ERR_INVALID_ARG_VALUE` for a NUL in it.
   *
   * @default `process.execPath`
   */
  execPath?: string | undefined;
  /**
   * Arguments of the executable, before the module's path.
   *
   * Errors: `ERR_INVALID_ARG_VALUE` for a NUL in one.
   *
   * @default `process.execArgv`, without the program text of `-e`
   */
  execArgv?: string[] | undefined;
  /**
   * Connects the child's standard streams to the parent by pipes; otherwise they are inherited. No
   * effect beside `stdio`.
   *
   * @default `false`
   */
  silent?: boolean | undefined;
}

/** The calls of `fork()`. */
export interface Fork {
  /**
   * Starts a new runtime process that runs a module, with a channel for messages between both.
   *
   * @param modulePath - the module: a path, or a `file:` URL
   * @param args - the module's arguments, or the options when there are none
   * @param options - the options; `shell` is ignored
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_INVALID_URL_SCHEME`;
   * `ERR_CHILD_PROCESS_IPC_REQUIRED` when `stdio` is an array without `'ipc'`; and what `spawn()`
   * throws
   */
  (modulePath: string | URL, options?: AcceptedByFork<ForkOptions>): SpawnedChildProcess;
  /**
   * Starts a new runtime process that runs a module with arguments, with a channel for messages
   * between both.
   */
  (
    modulePath: string | URL,
    args?: readonly string[] | null,
    options?: AcceptedByFork<ForkOptions>,
  ): SpawnedChildProcess;
  /**
   * The same, for mocks: their result is inferred from the last signature, and may be any child. A
   * call gets the result above.
   */
  (modulePath: string | URL, args?: readonly string[] | null, options?: AcceptedByFork<ForkOptions>): ChildProcess;
}
