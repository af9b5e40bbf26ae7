import { getBuiltinModule } from '../node-builtins/built-in';
import { sharedByCopies, sharedValues } from '../realm/main-realm';
import { NODES_MODULE, type NodesModule, usedOf } from './nodes-functions';

/**
 * Node's own functions, as they are when this is called first: `rt-std/override` keeps them before
 * it puts ours in their place.
 */
export function nodesModule(): NodesModule {
  return sharedByCopies(NODES_MODULE, () => {
    const exported = nodesExports();
    // Where this has loaded Node's module, the override has kept its functions meanwhile.
    return (sharedValues[NODES_MODULE] as NodesModule | undefined) ?? usedOf(exported);
  });
}

/** Where a test runner has something else for `require`, that is not what it gives. */
function nodesExports(): typeof import('node:child_process') {
  return (getBuiltinModule?.('child_process') ?? require('node:child_process')) as typeof import('node:child_process');
}
