import { stringSlice } from '../../primordials';

/** Node ends each message so. */
const NEWLINE = '\n';

/** What `JSON.stringify` gives for a message that it cannot show, as text. */
const NOTHING = `undefined${NEWLINE}`;

/** A message that was serialized already, by Node's end of the channel. */
export class JsonText {
  /** The JSON text; `undefined` for a message whose `toJSON` returns nothing. */
  readonly text: string | undefined;

  /** @param line - as Node writes it to the channel */
  constructor(line: string) {
    this.text = line === NOTHING ? undefined : stringSlice(line, 0, -1);
  }
}
