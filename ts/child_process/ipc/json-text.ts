/** A message that was serialized already, by Node's end of the channel. */
export class JsonText {
  /** The JSON text; `undefined` for a message whose `toJSON` returns nothing. */
  readonly text: string | undefined;

  constructor(text: string | undefined) {
    this.text = text;
  }
}
