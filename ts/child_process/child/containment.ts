import type { TreeOutcome } from '../../binding/addon';
import { loadProcessAddon } from '../../binding/process-addon';
import { SafeWeakMap } from '../../realm/safe-collections';
import type { Containment } from '../types/ending-options';

interface Contained {
  readonly kind: Containment;
  /** The addon's child, which it keeps beyond its end as long as this is held. */
  readonly held: object;
}

/** The children that were started with the option `contain`. */
const containedChildren = new SafeWeakMap<object, Contained>();

/**
 * Keeps what a child starts reachable.
 *
 * @param child - a child that was just started
 * @param id - the addon's name for it
 * @param kind - by what its descendants are known
 */
export function keepContained(child: object, id: number, kind: Containment): void {
  const held = loadProcessAddon().containedChild(id);
  if (held !== null) containedChildren.set(child, { kind, held });
}

/** By what a child's descendants are known; `undefined` where it is not contained. */
export function containmentOf(child: object): Containment | undefined {
  return containedChildren.get(child)?.kind;
}

/**
 * Sends a signal to all that a child contains; returns `undefined` where it is not contained.
 *
 * @param signal - a number
 */
export function killContained(child: object, signal: number): TreeOutcome | undefined {
  const contained = containedChildren.get(child);
  return contained && loadProcessAddon().killContained(contained.held, signal);
}
