// What only a codec's memory needs of the engine: some engines without WebAssembly lack it.
import { plain } from './builtins';

const { encodeInto: ownEncodeInto } = TextEncoder.prototype;
const keptEncodeInto = plain(ownEncodeInto);

export function encodeInto(
  encoder: InstanceType<typeof TextEncoder>,
  text: string,
  to: Uint8Array,
): { read: number; written: number } {
  return encoder.encodeInto === ownEncodeInto ? encoder.encodeInto(text, to) : keptEncodeInto(encoder, text, to);
}

/** What a reference refers to; Cloudflare's workerd has none before its date 2025-05-05. */
export const dereference =
  typeof WeakRef === 'function'
    ? (plain(WeakRef.prototype.deref) as <T extends object>(reference: WeakRef<T>) => T | undefined)
    : undefined;
