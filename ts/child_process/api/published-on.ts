import { sharedByCopies } from '../../main-realm';
import { SafeWeakMap } from '../../safe-collections';

/** By the exports of each copy of this package, the object that programs use instead. */
const published = sharedByCopies('exports', () => new SafeWeakMap<object, object>());

/**
 * Makes another object the one that programs use: under the override, the exports of Node's own
 * module.
 *
 * @param own - the exports of this package
 * @param exported - the other object, with the same functions
 */
export function publishOn(own: object, exported: object): void {
  published.set(own, exported);
}

/** The object that programs use instead of these exports, if there is one. */
export function publishedOn(own: object): object | undefined {
  return published.get(own);
}
