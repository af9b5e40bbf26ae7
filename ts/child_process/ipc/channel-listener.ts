/** What the parts of a channel's end report to the end, and ask of it. */
export interface ChannelListener {
  /**
   * Messages came. Called from the event loop, without an async context.
   *
   * @param messages - in order; the last one is a `MalformedMessage` when a frame could not be read
   * @param withDescriptors - whether descriptors came with some of them: what is not taken during
   * the call is closed
   */
  onMessages(messages: unknown[], withDescriptors: boolean): void;
  /**
   * The socket took frames that had waited. Called from the event loop, without an async context.
   *
   * @param waiting - how many frames still wait, or the negative error number for which none of
   * them will leave
   */
  onSent(waiting: number): void;
  /**
   * There will be no more messages. Called from the event loop, without an async context.
   *
   * @param malformed - what was wrong with the bytes, if that is why
   */
  onEnd(malformed: string | null | undefined): void;
  /** A message that was sent without a callback cannot leave. */
  onUnsent(error: Error): void;
  /** The socket takes no more, or takes some again. */
  onBlocked(isBlocked: boolean): void;
  /** A handle is on its way, which keeps the event loop alive until the receiver has answered. */
  onInFlight(isInFlight: boolean): void;
  /**
   * Something that a disconnect waits for is done: a message has left or was dropped, or a handle
   * was delivered.
   */
  onSettled(): void;
  /** Gives a message, and the handle that came with it, to the program. */
  deliver(message: unknown, handle: unknown): void;
  /** Keeps a place in the descriptor table free for the next handle; `false` when there is none. */
  reserveDescriptor(): boolean;
}
