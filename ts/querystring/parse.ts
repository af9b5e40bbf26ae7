import { indexOf, min, slice } from './builtins';
import { LOOKS_FOR_OPTIONS_FIRST } from './node-rules';
import type { Platform } from './platform';
import type { RawPair } from './raw-pair';
import { readDefault, readRaw, readSeparated, readUnitByUnit } from './reading';
import type { ParsedUrlQuery, ParseOptions, Querystring } from './types';
import { splitPairs } from './typescript-codec';
import type { Codec, Workspace } from './workspace';

const DEFAULT_LIMIT = 1000;
/** The codec gets the separators in front of each part: longer ones leave too little space. */
const LONGEST_SEPARATORS = 16384;
/** Below this length, texts for a decoder are split sooner than they are given to the codec. */
const SHORT = 128;

type Decode = (text: string, decodeSpaces?: boolean) => unknown;

/** Makes `parse` for a codec. `exported` is the exports object, whose functions may be replaced. */
export function createParse(first: Codec, platform: Platform, exported: Querystring): Querystring['parse'] {
  const { unescape: ownUnescape, unescapeBuffer: ownUnescapeBuffer } = exported;

  const scans = platform.$isEnabled('query-scan');
  let kept: Workspace | undefined;

  /** The workspace to read with, if there is a codec, and memory for it. */
  function free(): Workspace | undefined {
    let workspace = kept || first();
    // A stack overflow has ended an earlier reading, so the codec knows keys whose strings are
    // missing here; or this call comes from code that an outer reading runs.
    if (workspace?.$isReading) workspace = workspace.$fresh();
    kept = workspace || kept;
    return workspace;
  }

  const readDecoded: typeof readSeparated = (workspace, text, separator, equals, limit) => {
    if (!scans) return readUnitByUnit(workspace, text, separator, equals, limit);
    if (separator === '&' && equals === '=') return readDefault(workspace, text, limit);
    return readSeparated(workspace, text, separator, equals, limit);
  };

  return function parse(text, separator, equals, options) {
    if (typeof text !== 'string' || text.length === 0) return platform.$emptyResult(0);
    if (
      !separator &&
      !equals &&
      !options &&
      scans &&
      exported.unescape === ownUnescape &&
      exported.unescapeBuffer === ownUnescapeBuffer
    ) {
      const workspace = free();
      const result = workspace && readDefault(workspace, text, DEFAULT_LIMIT);
      if (result) return result;
    }
    if (
      LOOKS_FOR_OPTIONS_FIRST &&
      exported.unescape === ownUnescape &&
      options &&
      saysNothing(separator, equals, options)
    ) {
      return parse(text, undefined, undefined, undefined);
    }
    const separatorText = separator ? String(separator) : '&';
    const equalsText = equals ? String(equals) : '=';
    const limit = limitOf(options, text, separatorText);
    const counted = upToLimit(text, separatorText, limit);
    const decode = decoderOf(options, exported.unescape);
    const workspace = separatorText.length + equalsText.length > LONGEST_SEPARATORS ? undefined : free();
    const isCustom = decode !== ownUnescape;
    let pairs: RawPair[] | undefined;
    if (isCustom || exported.unescapeBuffer !== ownUnescapeBuffer) {
      if (counted.length >= SHORT)
        pairs = workspace && readRaw(workspace, counted, separatorText, equalsText, limit, isCustom);
    } else {
      const result = workspace && readDecoded(workspace, counted, separatorText, equalsText, limit);
      if (result) return result;
    }
    pairs ??= splitPairs(counted, separatorText, equalsText, limit, isCustom);
    return decodeAll(pairs, decode, exported, platform.$emptyResult(pairs.length) as Record<string, unknown>);
  };
}

/**
 * How many pairs are read at most; 0 is no limit. A getter is read as often as in Node and may
 * return something else each time; only the first value has to be a number. Node counts down to
 * exactly 0, which a fraction or a bigint never reaches.
 */
function limitOf(options: ParseOptions | null | undefined, text: string, separator: string): number {
  if (!options || typeof options.maxKeys !== 'number') return DEFAULT_LIMIT;
  if (!(options.maxKeys > 0)) return 0;
  const last: unknown = options.maxKeys;
  if (typeof last === 'bigint') return 0;
  // Node converts it when it counts, from the first separator on.
  const limit = typeof last === 'number' ? last : indexOf(text, separator) >= 0 ? Number(last) : 0;
  // Nor can it reach one of more than 32 bits: no text has so many pairs.
  return limit >>> 0 === limit ? limit : 0;
}

/**
 * What a small limit leaves of a text, since loading the rest takes longer than to find where it
 * ends. A separator of several units counts only where Node matches it, which a search cannot tell.
 */
function upToLimit(text: string, separator: string, limit: number): string {
  let end = 0;
  if (separator.length === 1 && limit * 64 < min(text.length, 8192)) {
    for (let count = 0; count < limit; count++) {
      end = indexOf(text, separator, end) + 1;
      if (end === 0) break;
    }
  }
  return end > 0 ? slice(text, 0, end) : text;
}

/** Whether separators and options are as if none were given. */
function saysNothing(separator: unknown, equals: unknown, options: ParseOptions): boolean {
  const hasUsual = (separator === undefined || separator === '&') && (equals === undefined || equals === '=');
  return hasUsual && options.maxKeys === undefined && options.decodeURIComponent === undefined;
}

function decoderOf(options: ParseOptions | null | undefined, standard: Decode): Decode {
  return options && typeof options.decodeURIComponent === 'function' ? options.decodeURIComponent : standard;
}

// All pairs are read before the first decoder is called, since it may call this module.
function decodeAll(
  pairs: readonly RawPair[],
  decode: Decode,
  exported: Querystring,
  result: Record<string, unknown>,
): ParsedUrlQuery {
  const decodePiece = (piece: string): unknown => {
    try {
      return decode(piece);
    } catch {
      return (exported.unescape as Decode)(piece, true);
    }
  };
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as RawPair;
    const key = (pair.$keyEncoded && pair.$key.length > 0 ? decodePiece(pair.$key) : pair.$key) as string;
    const value = pair.$valueEncoded && pair.$value.length > 0 ? decodePiece(pair.$value) : pair.$value;
    if (result[key] === undefined) {
      result[key] = value;
      continue;
    }
    const present = result[key] as string | { pop?: unknown; length: number; [index: number]: unknown };
    // Not of a string: a program may have put a `pop` on `Object.prototype`.
    if (typeof present !== 'string' && present.pop) present[present.length] = value;
    else result[key] = [present, value];
  }
  return result as ParsedUrlQuery;
}
