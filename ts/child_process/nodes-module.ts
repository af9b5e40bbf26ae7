import { sharedByCopies } from '../main-realm';
import { NODES_MODULE, type NodesModule, usedOf } from './nodes-functions';

/**
 * Node's own functions, as they are when this is called first: `rt-std/override` keeps them before
 * it puts ours in their place.
 */
export function nodesModule(): NodesModule {
  return sharedByCopies(NODES_MODULE, () => usedOf(require('node:child_process')));
}
