/** A message that was serialized already, by Node's end of the channel. */
export class SerializedMessage {
  /** Its JSON text or its payload; `undefined` for one whose `toJSON` returns nothing. */
  readonly content: string | Uint8Array | undefined;

  constructor(content: string | Uint8Array | undefined) {
    this.content = content;
  }
}
