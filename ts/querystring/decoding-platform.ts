import type { Platform } from './platform';
import type { Codec } from './workspace';

/** What differs between Node and a browser, with what needs the codec. */
export interface DecodingPlatform extends Platform {
  /** What `decodeURIComponent` returns, or nothing where it throws. */
  $decodeComponent(codec: Codec, value: unknown): string | undefined;
}
