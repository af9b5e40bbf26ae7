import { processState } from '../process-state';

/**
 * The rows of docs/deviations.md where the reference (docs/api/child_process.md) and Node differ.
 * The reference holds, except under `rt-std/override`, which promises Node's behaviour.
 */
interface Deviations {
  /**
   * What `'ignore'`, `'inherit'`, `null` and `undefined` mean at position 3 and up of `stdio`.
   * Reference: the null device. Node: `'inherit'` passes the descriptor of that number, the
   * others leave it closed.
   */
  readonly beyondStandardStreams: 'null device' | 'as Node';
  /**
   * Prefixes of `cmd` that make a message an `'internalMessage'`. Reference: `RT_` besides
   * Node's own.
   */
  readonly reservedPrefixes: readonly string[];
}

const REFERENCE: Deviations = { beyondStandardStreams: 'null device', reservedPrefixes: ['NODE_', 'RT_'] };
const NODE: Deviations = { beyondStandardStreams: 'as Node', reservedPrefixes: ['NODE_'] };

/** The behaviour in force, for all copies of this package. */
export function deviations(): Deviations {
  return processState.model === 'node' ? NODE : REFERENCE;
}
