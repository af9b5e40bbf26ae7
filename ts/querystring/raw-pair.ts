/** A pair that was not decoded. */
export interface RawPair {
  readonly $key: string;
  readonly $value: string;
  /** Whether the key has to be decoded. */
  readonly $keyEncoded: boolean;
  /** Whether the value has to be decoded. */
  readonly $valueEncoded: boolean;
}
