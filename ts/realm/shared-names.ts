/**
 * The property of the real `process` that holds what all copies of this package in a thread have in
 * common. It is an accessor, since Jest copies the values of all properties of `process` for each
 * file, but no accessors.
 */
export const SHARED = 'rt-std';

/**
 * Under which name the state is there (`process-state.ts`). The number is raised whenever a version
 * could no longer go on with what an earlier one has put there: both may be in the same thread.
 */
export const STATE = 'state 1';

/** Under which name the start of a preload leaves the real `process` there. */
export const REAL_PROCESS = 'process';
