import type { AsyncResource } from 'node:async_hooks';
import { HandleContext } from '../handle-context';
import { nodeSymbol } from '../node-symbol';

/** Where versions of Node keep the stores of `AsyncLocalStorage` on a resource. */
const STORES = ['kResourceStore', 'context_frame'] as const;

/**
 * A context without a store, for what lasts as long as the thread. A resource keeps the store that
 * it is made in, and this file may be loaded by a program's first call, in a store of a request:
 * that would never be freed.
 *
 * @param type - of the resource
 */
export function lastingContext(type: string): AsyncResource {
  const resource = new HandleContext(type, { hasRef: () => false });
  for (let index = 0; index < STORES.length; index++) {
    const symbol = nodeSymbol(resource, STORES[index] as string);
    if (symbol !== undefined) (resource as unknown as Record<symbol, unknown>)[symbol] = undefined;
  }
  return resource;
}
