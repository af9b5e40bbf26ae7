import { sharedByCopies } from './main-realm';
import { defineProperties, getOwnPropertyDescriptors } from './primordials';

function makeCollections() {
  // Each has a constructor, since the one that a class has by default passes its arguments on by
  // their iterator.
  class KeptMap<Key, Value> extends Map<Key, Value> {
    // biome-ignore lint/complexity/noUselessConstructor: see above
    constructor() {
      super();
    }
  }
  class KeptSet<Item> extends Set<Item> {
    // biome-ignore lint/complexity/noUselessConstructor: see above
    constructor() {
      super();
    }
  }
  class KeptWeakMap<Key extends WeakKey, Value> extends WeakMap<Key, Value> {
    // biome-ignore lint/complexity/noUselessConstructor: see above
    constructor() {
      super();
    }
  }
  class KeptWeakSet<Item extends WeakKey> extends WeakSet<Item> {
    // biome-ignore lint/complexity/noUselessConstructor: see above
    constructor() {
      super();
    }
  }
  keepMethods(KeptMap.prototype, Map.prototype);
  keepMethods(KeptSet.prototype, Set.prototype);
  keepMethods(KeptWeakMap.prototype, WeakMap.prototype);
  keepMethods(KeptWeakSet.prototype, WeakSet.prototype);
  return { SafeMap: KeptMap, SafeSet: KeptSet, SafeWeakMap: KeptWeakMap, SafeWeakSet: KeptWeakSet };
}

/** Copies the methods, so that replacing the original's changes nothing. */
function keepMethods(safe: object, original: object): void {
  const properties = getOwnPropertyDescriptors(original) as { constructor?: PropertyDescriptor };
  delete properties.constructor;
  defineProperties(safe, properties as PropertyDescriptorMap);
}

/**
 * Maps and sets whose methods are their class's own. As in `primordials.ts`, the first bundle makes
 * them for the others.
 */
export const { SafeMap, SafeSet, SafeWeakMap, SafeWeakSet } = sharedByCopies('safe collections', makeCollections);

export type SafeMap<Key, Value> = Map<Key, Value>;
