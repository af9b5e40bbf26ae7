/** Under which name a thread keeps the methods below, for all copies of this package. */
export const COLLECTION_METHODS = 'methods of collections 2';

/** Of a class of the language, what this package uses. To keep all would take 30 KB. */
export type Methods = Partial<
  Record<'get' | 'set' | 'add' | 'has' | 'delete' | 'forEach' | typeof Symbol.iterator, unknown>
>;

/** Those of `Map`, `Set`, `WeakMap` and `WeakSet`, as they are when this is called. */
export function collectionMethods(): Methods[] {
  const all: Methods[] = [Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype];
  for (let index = 0; index < all.length; index++) {
    const { get, set, add, has, delete: remove, forEach, [Symbol.iterator]: iterate } = all[index] as Methods;
    all[index] = { get, set, add, has, delete: remove, forEach, [Symbol.iterator]: iterate };
  }
  return all;
}
