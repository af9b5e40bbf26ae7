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
}

const SPECIFICATION: Deviations = { beyondStandardStreams: 'null device' };
const NODE: Deviations = { beyondStandardStreams: 'as Node' };

let current = SPECIFICATION;

/** The behaviour in force. */
export function deviations(): Deviations {
  return current;
}

/** Chooses between the specification and Node wherever they differ. */
export function behaveAs(model: 'specification' | 'node'): void {
  current = model === 'node' ? NODE : SPECIFICATION;
}
