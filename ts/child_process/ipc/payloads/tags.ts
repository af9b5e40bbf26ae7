/*
 * The format of V8's serializer, version 15: what it puts in front of a value, and behind those
 * that have parts (`SerializationTag` in `src/objects/value-serializer.cc`).
 */

/** With which a payload begins, and the version behind it. */
export const HEADER = 0xff;
export const VERSION = 15;

export const PADDING = 0x00;
export const LATIN1_STRING = 0x22; // "
export const UTF16_STRING = 0x63; // c
export const INTEGER = 0x49; // I
export const UNSIGNED = 0x55; // U
export const DOUBLE = 0x4e; // N
export const TRUE = 0x54; // T
export const FALSE = 0x46; // F
export const NULL = 0x30; // 0
export const UNDEFINED = 0x5f; // _
export const OBJECT = 0x6f; // o
export const END_OF_OBJECT = 0x7b; // {
export const ARRAY = 0x41; // A
export const END_OF_ARRAY = 0x24; // $
/** Names and values, where V8 has kept a place for holes. */
export const SPARSE_ARRAY = 0x61; // a
export const END_OF_SPARSE_ARRAY = 0x40; // @
export const DATE = 0x44; // D
export const MAP = 0x3b; // ;
export const END_OF_MAP = 0x3a; // :
export const SET = 0x27; // '
export const END_OF_SET = 0x2c; // ,
/** An object that came before, by its number in the order in which they began. */
export const REFERENCE = 0x5e; // ^
export const HOST_OBJECT = 0x5c; // \

/** Behind the tag of a host object of Node's, of which kind a view of bytes is. */
export const UINT8_ARRAY = 1;
export const BUFFER = 10;
