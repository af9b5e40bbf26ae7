import type { QuerystringChoice } from '../binding/querystring-codec';
import type { Backends } from './index';

/**
 * What does the work of this package in a runtime without Node's modules.
 *
 * @param codec - that of `rt-std/querystring`
 */
export function backendsOf(codec: QuerystringChoice): Backends {
  return {
    child_process: null,
    querystring: codec.name,
    reason: `child_process: there are no processes here. querystring: ${codec.reason}.`,
  };
}
