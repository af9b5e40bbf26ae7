import { sharedByCopies } from '../main-realm';

/**
 * Rows in which the specification and Node differ. The specification holds, except under `rt-std/override`, whose promise is Node's behaviour.
 * `docs/deviations.md` explains each row.
 */
export interface Deviations {
  /**
   * What `'ignore'`, `'inherit'`, `null` and `undefined` mean at position 3 and up of `stdio`. Specification (2.4): the null device. Node: `'inherit'`
   * passes the descriptor of that number, the others leave it closed.
   */
  readonly beyondStandardStreams: 'null device' | 'as Node';
  /** What the `cmd` of a message begins with that goes to `'internalMessage'`. Specification (4.8): `RT_`, besides Node's own. */
  readonly reservedPrefixes: readonly string[];
}

const SPECIFICATION: Deviations = { beyondStandardStreams: 'null device', reservedPrefixes: ['NODE_', 'RT_'] };
const NODE: Deviations = { beyondStandardStreams: 'as Node', reservedPrefixes: ['NODE_'] };

/** One choice for all copies of this package: the override makes it, and what it promises holds for the whole program. */
const choice = sharedByCopies('deviations', () => ({ current: SPECIFICATION }));

/** The behaviour in force. */
export function deviations(): Deviations {
  return choice.current;
}

/** Chooses between the specification and Node wherever they differ. */
export function behaveAs(model: 'specification' | 'node'): void {
  choice.current = model === 'node' ? NODE : SPECIFICATION;
}
