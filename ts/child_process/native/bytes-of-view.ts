import { getPrototypeOf, getterOf } from '../../realm/primordials';

/** The engine's own getters: a view may have properties of these names that say something else. */
const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype) as object;
const ofTypedArray = gettersOf(typedArrayPrototype);
const ofDataView = gettersOf(DataView.prototype);
const isTypedArray = getterOf<string | undefined>(typedArrayPrototype, Symbol.toStringTag);

/**
 * The bytes that a view shows, not copied. Those of one that is detached or out of the bounds of
 * its buffer are none.
 *
 * @param view - a typed array or a `DataView`, also of shared or resizable memory
 */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  const { buffer, byteOffset, byteLength } = isTypedArray(view) === undefined ? ofDataView : ofTypedArray;
  try {
    return new Uint8Array(buffer(view), byteOffset(view), byteLength(view));
  } catch {
    return new Uint8Array(0);
  }
}

function gettersOf(prototype: object) {
  return {
    buffer: getterOf<ArrayBuffer>(prototype, 'buffer'),
    byteOffset: getterOf<number>(prototype, 'byteOffset'),
    byteLength: getterOf<number>(prototype, 'byteLength'),
  };
}
