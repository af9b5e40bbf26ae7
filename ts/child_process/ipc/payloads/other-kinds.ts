import { types } from 'node:util';
import { isView, objectToString } from '../../../realm/primordials';

// Kept from before any program could replace them.
const {
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isGeneratorObject,
  isMap,
  isMapIterator,
  isPromise,
  isSet,
  isSetIterator,
  isWeakMap,
  isWeakSet,
} = types;
const { toStringTag } = Symbol;

/**
 * Whether an object whose prototype is that of ordinary ones was made as something else, of which
 * more than the properties counts. Without a tag of the program's, `toString` names those kinds
 * that it knows whatever the prototype.
 */
export function isOfAnotherKind(object: object): boolean {
  return (
    toStringTag in object ||
    objectToString(object) !== '[object Object]' ||
    isMap(object) ||
    isSet(object) ||
    isView(object) ||
    isAnyArrayBuffer(object) ||
    isPromise(object) ||
    isWeakMap(object) ||
    isWeakSet(object) ||
    isBoxedPrimitive(object) ||
    isGeneratorObject(object) ||
    isMapIterator(object) ||
    isSetIterator(object)
  );
}
