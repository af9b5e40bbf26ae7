/**
 * On Node's wire, before a typed array, Buffer or DataView, as `v8.DefaultSerializer` writes it.
 */
export const ARRAY_BUFFER_VIEW = 0;
/**
 * On Node's wire, before any other host object, of which the own enumerable properties are sent.
 */
export const OTHER_HOST_OBJECT = 1;

/** What the public types of V8's serializers leave out. */
export interface HostObjectDelegates {
  _writeHostObject(object: object): void;
  _readHostObject(): unknown;
  readUint32(): number;
}
