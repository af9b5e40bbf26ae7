import { types } from 'node:util';
import { hasOwn, keys } from '../../realm/primordials';
import { isOfAnotherKind } from './payloads/other-kinds';

// Kept from before any program could replace them. Those of `Reflect` take longer.
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { isProxy } = types;
const ordinary = Object.prototype;

/** How many properties are looked at. */
const MAX_PROPERTIES = 32;

/**
 * The names and values, in turns, of a message that is an ordinary object with a few properties,
 * none of which is an object or a function or has an accessor; nothing for any other message.
 * Nothing of the program runs.
 */
export function flatParts(message: unknown): unknown[] | undefined {
  if (typeof message !== 'object' || message === null || isProxy(message)) return undefined;
  if (getPrototypeOf(message) !== ordinary) return undefined;
  const names = keys(message);
  if (names.length > MAX_PROPERTIES) return undefined;
  const parts: unknown[] = [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const property = getOwnPropertyDescriptor(message, name);
    // What a descriptor does not have itself, a program may have put on its prototype.
    if (property === undefined || !hasOwn(property, 'value')) return undefined;
    const { value } = property;
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') return undefined;
    parts[parts.length] = name;
    parts[parts.length] = value;
  }
  // Last, since it takes the most time.
  return isOfAnotherKind(message) ? undefined : parts;
}
