/** Bytes that a child wrote: a Buffer whose memory is not shared, where the compiler tells these apart. */
export type OutputBytes = ReturnType<typeof Buffer.alloc>;
