import { types } from 'node:util';

// Kept from before any program could replace them.
const { getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { isBoxedPrimitive, isMap, isNativeError, isProxy, isSet } = types;
const ordinary = Object.prototype;

/** How many properties are looked at. */
const MAX_PROPERTIES = 32;

/**
 * The names of a message's properties, if it is an ordinary object with few of them, none of which
 * is an object or a function or has an accessor; nothing for any other message. Nothing of the
 * program runs.
 */
export function flatNames(message: unknown): readonly string[] | undefined {
  if (typeof message !== 'object' || message === null || isProxy(message)) return undefined;
  if (getPrototypeOf(message) !== ordinary || isOfAnotherKind(message)) return undefined;
  const names = keys(message);
  if (names.length > MAX_PROPERTIES) return undefined;
  for (let index = 0; index < names.length; index++) {
    const property = getOwnPropertyDescriptor(message, names[index] as string);
    if (property === undefined || property.get !== undefined || property.set !== undefined) return undefined;
    const { value } = property;
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') return undefined;
  }
  return names;
}

/**
 * Whether an object whose prototype is that of ordinary ones was made as something else, of which
 * more than the properties counts.
 */
function isOfAnotherKind(object: object): boolean {
  return (
    isArray(object) ||
    isView(object) ||
    isMap(object) ||
    isSet(object) ||
    isNativeError(object) ||
    isBoxedPrimitive(object)
  );
}
