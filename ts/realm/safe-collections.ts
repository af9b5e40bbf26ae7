import { COLLECTION_METHODS, collectionMethods, type Methods } from './collection-methods';
import { defineHidden } from './define-property';
import { sharedByCopies } from './main-realm';
import { ownKeys } from './primordials';

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
  const methods = sharedByCopies(COLLECTION_METHODS, collectionMethods);
  keepMethods(KeptMap.prototype, methods[0]);
  keepMethods(KeptSet.prototype, methods[1]);
  keepMethods(KeptWeakMap.prototype, methods[2]);
  keepMethods(KeptWeakSet.prototype, methods[3]);
  return { SafeMap: KeptMap, SafeSet: KeptSet, SafeWeakMap: KeptWeakMap, SafeWeakSet: KeptWeakSet };
}

/** Makes the methods the class's own, so that replacing those of the language changes nothing. */
function keepMethods(safe: object, methods: Methods = {}): void {
  const names = ownKeys(methods) as (keyof Methods)[];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as keyof Methods;
    const value = methods[name];
    if (value !== undefined) defineHidden(safe, name, value);
  }
}

interface SafeCollections {
  readonly SafeMap: new <Key, Value>() => SafeMap<Key, Value>;
  readonly SafeSet: new <Item>() => SafeSet<Item>;
  readonly SafeWeakMap: new <Key extends WeakKey, Value>() => SafeWeakMap<Key, Value>;
  readonly SafeWeakSet: new <Item extends WeakKey>() => SafeWeakSet<Item>;
}

/**
 * Maps and sets whose methods are their class's own. As in `primordials.ts`, the first bundle makes
 * them for the others.
 */
export const { SafeMap, SafeSet, SafeWeakMap, SafeWeakSet } = sharedByCopies<SafeCollections>(
  'safe collections',
  makeCollections,
);

// Without the methods that are not kept.
export type SafeMap<Key, Value> = Pick<Map<Key, Value>, 'get' | 'set' | 'has' | 'delete'>;
export type SafeSet<Item> = Pick<Set<Item>, 'add' | 'has' | 'delete' | typeof Symbol.iterator>;
export type SafeWeakMap<Key extends WeakKey, Value> = Pick<WeakMap<Key, Value>, 'get' | 'set' | 'has' | 'delete'>;
export type SafeWeakSet<Item extends WeakKey> = Pick<WeakSet<Item>, 'add' | 'has' | 'delete'>;
