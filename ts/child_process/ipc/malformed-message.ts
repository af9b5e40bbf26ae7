/** Stands after the last message of a reading whose next frame could not be read. */
export class MalformedMessage {
  /** @param cause - What the parser or the deserializer threw. */
  constructor(readonly cause: unknown) {}
}
