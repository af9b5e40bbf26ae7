import { sharedByCopies } from './main-realm';
import { defineOwnProperty, getOwnPropertyDescriptor } from './primordials';

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

/** To copy all would take 30 KB of V8's young generation. */
const KEPT = ['get', 'set', 'add', 'has', 'delete', Symbol.iterator] as const;

/** Copies the methods, so that replacing the original's changes nothing. */
function keepMethods(safe: object, original: object): void {
  for (let index = 0; index < KEPT.length; index++) {
    const name = KEPT[index] as (typeof KEPT)[number];
    const method = getOwnPropertyDescriptor(original, name);
    // Without a prototype, from which it could inherit an accessor.
    if (method !== undefined) defineOwnProperty(safe, name, { __proto__: null, ...method } as PropertyDescriptor);
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
