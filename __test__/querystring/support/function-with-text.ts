/** A function whose text is this, whatever a bundler makes of its source. */
export function functionWithText(text: string): () => number {
  return Object.assign(() => 5, { toString: () => text });
}
