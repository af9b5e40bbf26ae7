/**
 * Bytes that a child wrote: a Buffer of memory that is not shared, where the types distinguish
 * that.
 */
export type OutputBytes = ReturnType<typeof Buffer.alloc>;
