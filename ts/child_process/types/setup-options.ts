/** A number, or no limit; `Infinity` is no limit too. */
export type LimitValue = number | 'unlimited';

/**
 * Both limits as one value, or each by itself: the soft limit is the one that holds, and the
 * process may raise it up to the hard limit. One that is not given is kept; the soft one is lowered
 * to a hard limit below it.
 */
export type ProcessLimit =
  | LimitValue
  | {
      /** The limit that holds. */
      readonly soft?: LimitValue | undefined;
      /** The limit up to which the process may raise the other. */
      readonly hard?: LimitValue | undefined;
    };

/** Limits of a child and its descendants, each (`setrlimit(2)`). One that is not given is kept. */
export interface ProcessLimits {
  /** Seconds of processor time: at the soft limit `SIGXCPU`, at the hard one `SIGKILL`. */
  cpuTime?: ProcessLimit | undefined;
  /** Bytes of address space: more memory cannot be had. */
  addressSpace?: ProcessLimit | undefined;
  /** Bytes of a file that it writes: `SIGXFSZ`, or `EFBIG`. */
  fileSize?: ProcessLimit | undefined;
  /** One more than the highest number of a descriptor that it may open: `EMFILE`. */
  openFiles?: ProcessLimit | undefined;
  /** Processes and threads of its user, all together: `EAGAIN`. Root's are not limited. */
  processes?: ProcessLimit | undefined;
  /** Bytes of a core dump; 0 for none. */
  core?: ProcessLimit | undefined;
  /** Bytes of the main thread's stack, of which arguments and environment may take a quarter. */
  stack?: ProcessLimit | undefined;
}

/**
 * What is set in the child before its program is executed. Linux only: elsewhere each throws
 * `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`.
 *
 * What the system refuses is the error of the spawn, whose `step` is the name of the option
 * (`'priority'`, `'limits.openFiles'`): `EACCES` and `EAGAIN` as an `'error'` event, others thrown.
 * No program has run then.
 */
export interface SetupOptions {
  /**
   * Limits of what it may use.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a name that is no limit;
   * `ERR_OUT_OF_RANGE` unless a value is a whole number from 0 to 2^53 - 1 or no limit, and for a
   * soft limit above the hard one. The system's `EPERM` for a hard limit above this process's
   * without the privilege.
   *
   * @default this process's
   */
  limits?: ProcessLimits | undefined;
  /**
   * The permissions that files which it makes do not get (`umask(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE` unless it is a whole number from 0 to 0o777.
   *
   * @default this process's
   */
  umask?: number | undefined;
  /**
   * The nice value, as for `os.setPriority()`: from -20, which is served first, to 19.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE`. The system's `EACCES` for a value below
   * this process's without the privilege.
   *
   * @default this process's
   */
  priority?: number | undefined;
  /**
   * The process group that it joins, by its identifier; 0 for a new one, which it leads
   * (`setpgid(2)`). A child with `detached` or `contain` leads one already.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE`; `ERR_INVALID_ARG_VALUE` for an existing
   * group beside these. The system's `EPERM` for one that is not there, or of another session.
   *
   * @default this process's
   */
  processGroup?: number | undefined;
  /**
   * The supplementary groups, in place of this process's (`setgroups(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE` unless each is a whole number of 32 bits
   * from 0. The system's `EPERM` without the privilege, `EINVAL` for what can be no group.
   *
   * @default this process's; none with `uid` or `gid`, where this process may drop them
   */
  groups?: readonly number[] | undefined;
  /**
   * Whether it and its descendants can gain no privileges by executing a program (`sudo` does not
   * work): `PR_SET_NO_NEW_PRIVS`.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default as this process
   */
  noNewPrivileges?: boolean | undefined;
  /**
   * The processors on which it may run, by their numbers from 0 (`sched_setaffinity(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for an empty list; `ERR_OUT_OF_RANGE`
   * unless each is a whole number from 0 to 8,191. The system's `EINVAL` when one of them is not
   * there or not allowed.
   *
   * @default this process's
   */
  cpuAffinity?: readonly number[] | undefined;
}
