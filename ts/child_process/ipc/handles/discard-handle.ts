/** What the program would have got with a message. */
interface Closable {
  destroy?(): void;
  close?(): void;
}

/** Closes a handle that will not be delivered. */
export function discardHandle(handle: unknown): void {
  if (typeof handle !== 'object' || handle === null) return;
  const closable = handle as Closable;
  if (closable.destroy !== undefined) closable.destroy();
  else closable.close?.();
}
