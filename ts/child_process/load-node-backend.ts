import { rethrowPassing } from '../binding/passing-error';
import { processState } from '../process-state';

/**
 * Node's own module as what starts processes. With the first process that it starts, not before: it
 * is a bundle of its own (`scripts/build/bundle-table.mjs`).
 */
export function nodeBackend(): typeof import('./node-backend') {
  try {
    return require('./node-backend') as typeof import('./node-backend');
  } catch (error) {
    rethrowPassing(error);
    processState.unreadable = error;
    throw error;
  }
}
