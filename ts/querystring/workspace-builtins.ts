// What only a codec's memory needs of the engine: some engines without WebAssembly lack it.
import { plain, withOwn } from './builtins';

/** A `TextEncoder` whose `encodeInto` is its own. */
export const encoder = withOwn(new TextEncoder(), 'encodeInto', TextEncoder.prototype.encodeInto);

const { setInt32 } = DataView.prototype;

/** A view of the bytes from a position on, whose `setInt32` is its own. */
export function viewOf(buffer: ArrayBuffer, start: number): DataView {
  return withOwn(new DataView(buffer, start), 'setInt32', setInt32);
}

/** What a reference refers to; Cloudflare's workerd has none before its date 2025-05-05. */
export const dereference =
  typeof WeakRef === 'function'
    ? (plain(WeakRef.prototype.deref) as <T extends object>(reference: WeakRef<T>) => T | undefined)
    : undefined;
