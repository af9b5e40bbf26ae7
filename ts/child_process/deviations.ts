import { sharedByCopies } from '../main-realm';

/**
 * The rows of docs/deviations.md in which the specification of `rt:child_process` and Node differ.
 * The specification holds, except under `rt-std/override`, which promises Node's behaviour.
 */
export interface Deviations {
  /**
   * What `'ignore'`, `'inherit'`, `null` and `undefined` mean at position 3 and up of `stdio`.
   * Specification: the null device. Node: `'inherit'` passes the descriptor of that number, the
   * others leave it closed.
   */
  readonly beyondStandardStreams: 'null device' | 'as Node';
  /**
   * Prefixes of `cmd` that make a message an `'internalMessage'`. Specification: `RT_` besides
   * Node's own.
   */
  readonly reservedPrefixes: readonly string[];
}

const SPECIFICATION: Deviations = { beyondStandardStreams: 'null device', reservedPrefixes: ['NODE_', 'RT_'] };
const NODE: Deviations = { beyondStandardStreams: 'as Node', reservedPrefixes: ['NODE_'] };

/**
 * One choice for all copies of this package: the override makes it, and what it promises holds for
 * the whole program.
 */
const choice = sharedByCopies('deviations', () => ({ current: SPECIFICATION }));

/** The behaviour in force. */
export function deviations(): Deviations {
  return choice.current;
}

/** Chooses between the specification and Node wherever they differ. */
export function behaveAs(model: 'specification' | 'node'): void {
  choice.current = model === 'node' ? NODE : SPECIFICATION;
}
