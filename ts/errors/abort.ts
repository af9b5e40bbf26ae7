import type { NodeError } from './node-error';

class AbortError extends Error implements NodeError {
  code = 'ABORT_ERR';

  constructor(reason: unknown) {
    super('The operation was aborted', { cause: reason });
    this.name = 'AbortError';
  }
}

/**
 * What an operation ends with whose `AbortSignal` was aborted.
 *
 * @param reason - the signal's `reason`, which becomes the error's `cause`
 */
export function abortError(reason: unknown): NodeError {
  return new AbortError(reason);
}
