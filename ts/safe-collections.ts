import { defineOwnProperty, getOwnPropertyDescriptor, ownKeys } from './primordials';

// Each has a constructor, since the one that a class has by default passes its arguments on by
// their iterator.
/** A Map whose methods are its class's own. */
export class SafeMap<Key, Value> extends Map<Key, Value> {
  // biome-ignore lint/complexity/noUselessConstructor: see above
  constructor() {
    super();
  }
}
/** A Set whose methods are its class's own. */
export class SafeSet<Item> extends Set<Item> {
  // biome-ignore lint/complexity/noUselessConstructor: see above
  constructor() {
    super();
  }
}
/** A WeakMap whose methods are its class's own. */
export class SafeWeakMap<Key extends WeakKey, Value> extends WeakMap<Key, Value> {
  // biome-ignore lint/complexity/noUselessConstructor: see above
  constructor() {
    super();
  }
}
/** A WeakSet whose methods are its class's own. */
export class SafeWeakSet<Item extends WeakKey> extends WeakSet<Item> {
  // biome-ignore lint/complexity/noUselessConstructor: see above
  constructor() {
    super();
  }
}

keepMethods(SafeMap.prototype, Map.prototype);
keepMethods(SafeSet.prototype, Set.prototype);
keepMethods(SafeWeakMap.prototype, WeakMap.prototype);
keepMethods(SafeWeakSet.prototype, WeakSet.prototype);

/** Copies the methods, so that replacing the original's changes nothing. */
function keepMethods(safe: object, original: object): void {
  for (const name of ownKeys(original)) {
    const property = getOwnPropertyDescriptor(original, name) as PropertyDescriptor;
    if (name !== 'constructor') defineOwnProperty(safe, name, property);
  }
}
