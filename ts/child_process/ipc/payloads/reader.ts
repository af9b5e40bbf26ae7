import type { Buffer } from 'node:buffer';
import { COLLECTION_METHODS, collectionMethods } from '../../../realm/collection-methods';
import { sharedByCopies } from '../../../realm/main-realm';
import { defineOwnProperty, keys, PlainDate, PlainMap, PlainSet, uncurryThis } from '../../../realm/primordials';
import { Attempts } from './attempts';
import {
  beginReading,
  endReading,
  hasMore,
  isRead,
  NONE,
  placeOfRefusal,
  readDouble,
  readInteger,
  readLatin1,
  readLatin1Name,
  readTag,
  readUtf16,
  readVarint,
  readView,
  refuse,
  UNREAD,
} from './input';
import { FREE_PROPERTIES, MOST_DEPTH, MOST_NAMES, MOST_PROPERTIES } from './limits';
import {
  ARRAY,
  DATE,
  DOUBLE,
  END_OF_ARRAY,
  END_OF_MAP,
  END_OF_OBJECT,
  END_OF_SET,
  END_OF_SPARSE_ARRAY,
  FALSE,
  HEADER,
  HOST_OBJECT,
  INTEGER,
  LATIN1_STRING,
  MAP,
  NULL,
  OBJECT,
  REFERENCE,
  SET,
  SPARSE_ARRAY,
  TRUE,
  UNDEFINED,
  UNSIGNED,
  UTF16_STRING,
  VERSION,
} from './tags';
import { timeOf } from './views';

// Kept from before any program could replace them.
const ordinary = Object.prototype;
const methods = sharedByCopies(COLLECTION_METHODS, collectionMethods);
const mapSet = uncurryThis<(map: object, key: unknown, value: unknown) => void>(methods[0]?.set);
const setAdd = uncurryThis<(set: object, item: unknown) => void>(methods[1]?.add);

const attempts = new Attempts();

/** How many more properties are read here. */
let properties = 0;

/** Those of the payload, in the order in which they began. */
let objects: unknown[] = [];

/**
 * The message of a payload of such values as `writtenPayload` writes; {@link UNREAD} for any other.
 * Nothing of the program runs.
 *
 * @param payloads - bytes that nobody else uses, of which Buffers in the message stay a part
 */
export function readPayload(payloads: Buffer, start: number, behind: number): unknown {
  if (payloads[start] !== HEADER || payloads[start + 1] !== VERSION || !attempts.isDue()) return UNREAD;
  beginReading(payloads, start + 2, behind);
  properties = MOST_PROPERTIES;
  try {
    const message = readValue(readTag(), 0);
    if (isRead()) {
      attempts.succeeded();
      return message;
    }
    attempts.refused(placeOfRefusal() - start);
    return UNREAD;
  } catch {
    // The stack has no space left.
    return UNREAD;
  } finally {
    endReading();
    objects = [];
  }
}

function readValue(tag: number, depth: number): unknown {
  switch (tag) {
    case LATIN1_STRING:
      return readLatin1();
    case UTF16_STRING:
      return readUtf16();
    case INTEGER:
      return readInteger();
    case UNSIGNED:
      return readVarint();
    case DOUBLE:
      return readDouble();
    case TRUE:
      return true;
    case FALSE:
      return false;
    case NULL:
      return null;
    case UNDEFINED:
      return undefined;
    default:
      return depth === MOST_DEPTH ? refuse() : readObject(tag, depth + 1);
  }
}

/** Notes an object, before what is in it is read. */
function begun<Kind>(object: Kind): Kind {
  objects[objects.length] = object;
  return object;
}

function readReference(): unknown {
  const number = readVarint();
  return number < objects.length ? objects[number] : refuse();
}

function readObject(tag: number, depth: number): unknown {
  switch (tag) {
    case OBJECT:
      return readProperties(depth);
    case ARRAY:
      return readArray(depth);
    case SPARSE_ARRAY:
      return readSparseArray(depth);
    case DATE:
      return readDate();
    case MAP:
      return readMap(depth);
    case SET:
      return readSet(depth);
    case HOST_OBJECT:
      return begun(readView());
    case REFERENCE:
      return readReference();
    default:
      return refuse();
  }
}

/** A time that no valid date has is left to V8. */
function readDate(): unknown {
  const time = readDouble();
  const date = new PlainDate(time);
  return timeOf(date) === time ? begun(date) : refuse();
}

function readProperties(depth: number): unknown {
  const object = begun<Record<string, unknown>>({});
  let count = 0;
  properties += FREE_PROPERTIES;
  for (let tag = readTag(); tag !== END_OF_OBJECT; tag = readTag()) {
    const name = readKey(tag);
    properties -= 1;
    if (typeof name !== 'string' || properties < 0 || count === MOST_NAMES) return refuse();
    const value = readValue(readTag(), depth);
    // What a program has put on the prototype must not be called.
    if (name in ordinary) defineValue(object, name, value);
    else object[name] = value;
    count += 1;
  }
  // V8 refuses a name that comes twice.
  return readVarint() === count && keys(object).length === count ? object : refuse();
}

function readKey(tag: number): unknown {
  if (tag === INTEGER) return `${readInteger()}`;
  if (tag === LATIN1_STRING) return readLatin1Name();
  return tag === UTF16_STRING ? readUtf16() : refuse();
}

function defineValue(object: object, name: string, value: unknown): void {
  const property = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  defineOwnProperty(object, name, property);
}

/** Without holes, and without properties that are no elements. */
function readArray(depth: number): unknown {
  const length = readVarint();
  const list = begun<unknown[]>([]);
  for (let index = 0; index < length && hasMore(); index++) list[index] = readValue(readTag(), depth);
  const isWhole = readTag() === END_OF_ARRAY && readVarint() === 0 && readVarint() === length;
  return isWhole && list.length === length ? list : refuse();
}

/** One without holes after all. */
function readSparseArray(depth: number): unknown {
  const length = readVarint();
  const list = begun<unknown[]>([]);
  for (let tag = readTag(); tag !== END_OF_SPARSE_ARRAY; tag = readTag()) {
    if (tag !== INTEGER || readInteger() !== list.length) return refuse();
    list[list.length] = readValue(readTag(), depth);
  }
  return list.length === length && readVarint() === length && readVarint() === length ? list : refuse();
}

function readMap(depth: number): unknown {
  const map = begun(new PlainMap());
  let count = 0;
  for (let tag = readTag(); tag !== END_OF_MAP; tag = readTag()) {
    if (tag === NONE) return refuse();
    const key = readValue(tag, depth);
    mapSet(map, key, readValue(readTag(), depth));
    count += 2;
  }
  return readVarint() === count ? map : refuse();
}

function readSet(depth: number): unknown {
  const set = begun(new PlainSet());
  let count = 0;
  for (let tag = readTag(); tag !== END_OF_SET; tag = readTag()) {
    if (tag === NONE) return refuse();
    setAdd(set, readValue(tag, depth));
    count += 1;
  }
  return readVarint() === count ? set : refuse();
}
