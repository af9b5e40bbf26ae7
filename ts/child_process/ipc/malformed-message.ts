/** Stands after the last message of a reading whose next frame could not be read. */
export class MalformedMessage {
  /** @param cause - What the parser or the deserializer threw. */
  constructor(readonly cause: unknown) {}
}

/** Applies `read` to each item; stops at the first that it throws for, and puts a {@link MalformedMessage} there. */
export function readUntilMalformed<Item>(items: Iterable<Item>, read: (item: Item) => unknown): unknown[] {
  const messages: unknown[] = [];
  try {
    for (const item of items) messages.push(read(item));
  } catch (cause) {
    messages.push(new MalformedMessage(cause));
  }
  return messages;
}
