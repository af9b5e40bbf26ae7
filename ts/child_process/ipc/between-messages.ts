/** What is asked of Node's end of a channel. */
interface Progress {
  readonly handle: { readonly buffering?: boolean; readonly writeQueueSize: number };
}

/** Whether Node's end has neither a part of a message nor bytes that the socket did not take. */
export function isBetweenMessages({ handle }: Progress): boolean {
  return handle.buffering !== true && handle.writeQueueSize === 0;
}
