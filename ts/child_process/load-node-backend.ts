/**
 * Node's own module as what starts processes. With the first process that it starts, not before: it
 * is a bundle of its own (`scripts/build/bundle-table.mjs`).
 */
export function nodeBackend(): typeof import('./node-backend') {
  return require('./node-backend') as typeof import('./node-backend');
}
