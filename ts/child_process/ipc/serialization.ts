/** Both directions of one serialization. */
export interface MessageSerialization {
  /**
   * What a frame for `message` carries.
   *
   * @throws what serializing throws: a TypeError for a cycle or a BigInt in `'json'`, a
   * DataCloneError in `'advanced'`
   */
  serialize(message: unknown): string | Uint8Array;
  /**
   * The same, or a list of parts of which the addon makes it: for `'json'` pieces of the text, of
   * which every second one is a string that is still to be quoted; for `'advanced'` the names and
   * values of an object, or a text as it is. The list is the caller's.
   *
   * @throws what {@link serialize} throws
   */
  serializeInParts(message: unknown): string | Uint8Array | unknown[];
  /**
   * The messages in what was received, in order; the last one is a `MalformedMessage` if a frame
   * could not be read.
   *
   * @param frames - without `firstLength` the text of an array of messages; with it for `'json'`
   * the only text or a list of them, for `'advanced'` all payloads in one Buffer that nobody else
   * uses, before each but the first its length
   * @param firstLength - the length of the first frame, in bytes
   * @param longStrings - what belongs in the text: `readBatch`
   */
  deserialize(
    frames: string | readonly string[] | Buffer,
    firstLength: number | undefined,
    longStrings: readonly unknown[],
  ): unknown[];
}
