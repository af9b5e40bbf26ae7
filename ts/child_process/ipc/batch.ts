import { parseJson } from '../../realm/primordials';

/** How many values there are for each long string: a position, a name and the string. */
const PER_STRING = 3;

/**
 * The messages that the addon gives as one JSON text.
 *
 * @param text - an array of them, in which each long string is empty
 * @param longStrings - of each long string the position of its message, the name of the property
 * that it is, or nothing when it is the whole message, and the string itself
 */
export function readBatch(text: string, longStrings: readonly unknown[]): unknown[] {
  const messages = parseJson(text) as unknown[];
  for (let index = 0; index < longStrings.length; index += PER_STRING) {
    const position = longStrings[index] as number;
    const name = longStrings[index + 1] as string | undefined;
    const string = longStrings[index + 2];
    // The property is the message's own, so that no accessor of its prototype is called.
    if (name === undefined) messages[position] = string;
    else (messages[position] as Record<string, unknown>)[name] = string;
  }
  return messages;
}
