import { Buffer } from 'node:buffer';
import { types } from 'node:util';
import { COLLECTION_METHODS, collectionMethods } from '../../../realm/collection-methods';
import { process, sharedByCopies } from '../../../realm/main-realm';
import { hasOwn, isArray, isView, keys, PlainBytes, stringCharCodeAt, uncurryThis } from '../../../realm/primordials';
import { ARRAY_BUFFER_VIEW } from '../host-objects';
import { Attempts } from './attempts';
import { FREE_PROPERTIES, MOST_DEPTH, MOST_NAMES, MOST_PROPERTIES } from './limits';
import { forgetMet, meet, NEW } from './met-objects';
import { isOfAnotherKind } from './other-kinds';
import {
  bytes,
  isFull,
  makeBytes,
  NONE,
  writeBytes,
  writeConstant,
  writeDouble,
  writeNumber,
  writeString,
  writeVarint,
} from './primitives';
import {
  ARRAY,
  BUFFER,
  DATE,
  END_OF_ARRAY,
  END_OF_MAP,
  END_OF_OBJECT,
  END_OF_SET,
  HEADER,
  HOST_OBJECT,
  MAP,
  OBJECT,
  REFERENCE,
  SET,
  UINT8_ARRAY,
  VERSION,
} from './tags';
import { byteLengthOf, subarray, timeOf } from './views';

/** Longer arrays of numbers are written faster by V8. */
const MOST_NUMBERS = 32;

/** The highest name of a property that V8 writes as an integer. */
const HIGHEST_INDEX = 0x7fffffff;

/** Behind the last digit. */
const AFTER_9 = 0x3a;

// Kept from before any program could replace them. Those of `Reflect` take longer.
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { isDate, isMap, isProxy, isSet } = types;
const ordinary = Object.prototype;
const { prototype: ofBuffers } = Buffer;
const { prototype: ofBytes } = PlainBytes;
const methods = sharedByCopies(COLLECTION_METHODS, collectionMethods);
const mapForEach = uncurryThis<(map: object, visit: (value: unknown, key: unknown) => void) => void>(
  methods[0]?.forEach,
);
const setForEach = uncurryThis<(set: object, visit: (item: unknown) => void) => void>(methods[1]?.forEach);

const attempts = new Attempts();

let isWriting = false;
/** The place of the last value that was begun. */
let reached = 0;
/** How many more properties are written here. */
let properties = 0;

/**
 * The payload for a message, byte for byte as V8's serializer writes it, in bytes that the next
 * payload overwrites; nothing for a message with anything else in it than ordinary objects, those
 * of classes, arrays, maps, sets, dates, Buffers, byte arrays, strings, numbers, booleans, null and
 * undefined; or for a large one.
 *
 * Nothing of the program runs, since proxies and objects with accessors are left to V8, but for an
 * accessor in the place of an array's element, during which other messages are left to V8.
 */
export function writtenPayload(message: unknown): Buffer | undefined {
  if (isWriting) {
    process.nextTick(endWriting);
    return undefined;
  }
  if (!attempts.isDue()) return undefined;
  isWriting = true;
  try {
    makeBytes();
    bytes[0] = HEADER;
    bytes[1] = VERSION;
    properties = MOST_PROPERTIES;
    const end = writeValue(message, 2, 0);
    if (end === NONE) attempts.refused(reached);
    else attempts.succeeded();
    return end === NONE ? undefined : subarray(bytes, 0, end);
  } finally {
    endWriting();
  }
}

/** Not called where `vm` ends a program by its timeout: then the next message sees to it. */
function endWriting(): void {
  isWriting = false;
  forgetMet();
}

function writeValue(value: unknown, at: number, depth: number): number {
  if (typeof value === 'string') return writeString(value, at);
  if (isFull(at)) return NONE;
  reached = at;
  if (typeof value === 'number') return writeNumber(value, at);
  if (typeof value !== 'object' || value === null) return writeConstant(value, at);
  if (depth === MOST_DEPTH || isProxy(value)) return NONE;
  const number = meet(value);
  if (number !== NEW) return writeReference(number, at);
  const prototype = getPrototypeOf(value) as object | null;
  if (prototype === ordinary) return writeObject(value, at, depth);
  if (isArray(value)) return writeArray(value, at, depth);
  if (isView(value)) return writeView(value as Uint8Array, prototype, at);
  if (isDate(value)) return writeDouble(DATE, timeOf(value), at);
  if (isMap(value)) return writeMap(value, at, depth);
  if (isSet(value)) return writeSet(value, at, depth);
  return hasNoOtherKind(value) ? writeObject(value, at, depth) : NONE;
}

function writeReference(number: number, at: number): number {
  bytes[at] = REFERENCE;
  return writeVarint(number, at + 1);
}

/** Whether it is an object of a class of the program's, or of another context, or has no class. */
function hasNoOtherKind(object: object): boolean {
  let prototype: object | null = getPrototypeOf(object);
  // To ask for what is inherited would call the proxy.
  while (prototype !== null && !isProxy(prototype)) prototype = getPrototypeOf(prototype);
  return prototype === null && !isOfAnotherKind(object);
}

function writeObject(object: object, start: number, depth: number): number {
  const names = keys(object);
  const { length } = names;
  properties -= length - FREE_PROPERTIES;
  if (properties < 0 || length > MOST_NAMES) return NONE;
  // What was made as something else is asked for where that is cheap.
  if ((depth === 0 || length === 0) && isOfAnotherKind(object)) return NONE;
  bytes[start] = OBJECT;
  let at = start + 1;
  for (let index = 0; index < length; index++) {
    const name = names[index] as string;
    const property = getOwnPropertyDescriptor(object, name);
    // What a descriptor does not have itself, a program may have put on its prototype.
    if (property === undefined || !hasOwn(property, 'value')) return NONE;
    at = writeName(name, at);
    if (at === NONE) return NONE;
    at = writeValue(property.value, at, depth + 1);
    if (at === NONE) return NONE;
  }
  bytes[at] = END_OF_OBJECT;
  return writeVarint(length, at + 1);
}

function writeName(name: string, at: number): number {
  if (name.length > 0 && stringCharCodeAt(name, 0) < AFTER_9) {
    const number = +name;
    if (number <= HIGHEST_INDEX && `${number | 0}` === name && number >= 0) {
      return isFull(at) ? NONE : writeNumber(number, at);
    }
    // Higher ones are written as doubles.
    if (number > HIGHEST_INDEX) return NONE;
  }
  return writeString(name, at);
}

/**
 * Without holes, and without properties that are no elements. An element's descriptor would take
 * several times as long as the element.
 */
function writeArray(list: readonly unknown[], start: number, depth: number): number {
  const { length } = list;
  if (isFull(start, length)) return NONE;
  bytes[start] = ARRAY;
  let at = writeVarint(length, start + 1);
  for (let index = 0; index < length; index++) {
    const item = list[index];
    if (item === undefined && !hasOwn(list, index)) return NONE;
    if (index === MOST_NUMBERS && typeof item === 'number') return NONE;
    at = writeValue(item, at, depth + 1);
    if (at === NONE) return NONE;
  }
  const names = keys(list);
  if (names.length !== length || (length > 0 && names[length - 1] !== `${length - 1}`)) return NONE;
  bytes[at] = END_OF_ARRAY;
  bytes[at + 1] = 0;
  return writeVarint(length, at + 2);
}

function writeMap(map: object, start: number, depth: number): number {
  bytes[start] = MAP;
  let at = start + 1;
  let count = 0;
  mapForEach(map, (value, key) => {
    count += 2;
    if (at !== NONE) at = writeValue(key, at, depth + 1);
    if (at !== NONE) at = writeValue(value, at, depth + 1);
  });
  if (at === NONE) return NONE;
  bytes[at] = END_OF_MAP;
  return writeVarint(count, at + 1);
}

function writeSet(set: object, start: number, depth: number): number {
  bytes[start] = SET;
  let at = start + 1;
  let count = 0;
  setForEach(set, (item) => {
    count += 1;
    if (at !== NONE) at = writeValue(item, at, depth + 1);
  });
  if (at === NONE) return NONE;
  bytes[at] = END_OF_SET;
  return writeVarint(count, at + 1);
}

/** As `DefaultSerializer` of `node:v8` does behind the tag of Node's channel. */
function writeView(view: Uint8Array, prototype: object | null, start: number): number {
  if ((prototype !== ofBuffers && prototype !== ofBytes) || hasOwn(view, 'constructor')) return NONE;
  const length = byteLengthOf(view);
  // Of a view without bytes, the buffer may have become too short.
  if (length === 0 || isFull(start, length)) return NONE;
  bytes[start] = HOST_OBJECT;
  bytes[start + 1] = ARRAY_BUFFER_VIEW;
  bytes[start + 2] = prototype === ofBuffers ? BUFFER : UINT8_ARRAY;
  return writeBytes(view, length, writeVarint(length, start + 3));
}
