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
   * The same, or for `'json'` pieces of it, of which every second one is a string that is still to
   * be quoted.
   *
   * @throws what {@link serialize} throws
   */
  serializeInPieces(message: unknown): string | readonly string[] | Uint8Array;
  /** Lets go of what was kept for further messages of this turn of the event loop. */
  endTurn?(): void;
  /**
   * The messages in what was received, in order; the last one is a `MalformedMessage` if a frame
   * could not be read.
   *
   * @param frames - for `'json'` the text of an array in which each frame is an element that was
   * checked to be one JSON text, or the frames one by one; for `'advanced'` all payloads in one
   * Buffer that nobody else uses, before each but the first its length
   * @param firstLength - for `'advanced'` the length of the first payload in bytes
   */
  deserialize(frames: string | readonly string[] | Buffer, firstLength: number | undefined): unknown[];
}
