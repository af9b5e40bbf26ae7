import { arrayMap } from '../../realm/primordials';
import type { PlannedEntry } from './plan';

/**
 * A plan as subscribers of Node's tracing channel find it in the `stdio` of the options. Node's
 * pipes have a `handle` besides, of its internals.
 */
export function shownPlan(entries: readonly PlannedEntry[]): object[] {
  return arrayMap(entries, (entry, position) => {
    switch (entry.type) {
      case 'pipe':
      case 'overlapped':
        return entry.ipc
          ? { type: entry.type, ipc: true }
          : { type: entry.type, readable: position === 0, writable: position !== 0 };
      case 'inherit':
      case 'fd':
        return { type: entry.type, fd: entry.fd };
      case 'wrap':
        return { type: 'wrap', handle: entry.handle };
      default:
        return { type: 'ignore' };
    }
  });
}
