/** Stands after the last message of a reading whose next frame could not be read. */
export class MalformedMessage {
  /** @param cause - What the parser or the deserializer threw. */
  constructor(readonly cause: unknown) {}
}

/**
 * Calls `readNext`, which adds a message, for as long as it says that there are more; when it
 * throws, a {@link MalformedMessage} is the last message.
 */
export function readUntilMalformed(messages: unknown[], readNext: () => boolean): void {
  try {
    while (readNext());
  } catch (cause) {
    messages[messages.length] = new MalformedMessage(cause);
  }
}
