/** Bytes whose text is what they say in UTF-8, as those of Node. */
class Bytes extends Uint8Array {
  override toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
  }
}

/** What Node's querystring and the specs use of `node:buffer`, where there is no Node. */
export const Buffer = {
  from: (text: string): Uint8Array => new Bytes(new TextEncoder().encode(text)),
  allocUnsafe: (length: number): Uint8Array => new Bytes(length),
};
