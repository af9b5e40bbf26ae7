import type { Escaper } from './escape';
import type { Querystring } from './types';
import type { Workspace } from './workspace';

/** From here on a number is written with an exponent, whose `+` must be escaped. */
const FIRST_WITH_EXPONENT = 1e21;
/** Objects with no more properties are written piece by piece as long as the pieces are short, and few of them change. */
const FEW = 8;
const MOST_ESCAPED = 1;
/** The pieces whose lengths the codec's table holds. */
const MOST_PIECES = 8192;

/** Makes `stringify` for a codec. `exported` is the exports object, whose functions may be replaced. */
export function createStringify(
  workspace: Workspace,
  escaper: Escaper,
  exported: Querystring,
): Querystring['stringify'] {
  const { escape: ownEscape } = exported;

  return function stringify(object, separator, equals, options) {
    const separatorText = separator || '&';
    const equalsText = equals || '=';
    let encode: (text: string) => unknown = exported.escape;
    if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
    if (object === null || typeof object !== 'object') return '';
    if (encode !== ownEscape) return stringifyBy((value) => encode(textOf(value)), object, separatorText, equalsText);
    if (separatorText === '&' && equalsText === '=') return stringifyDefault(workspace, escaper, object);
    return stringifyBy((value) => escapeValue(escaper, value), object, separatorText, equalsText);
  };
}

/** What is written for a value: a text, and for whatever has none an empty one. */
function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? `${value}` : '';
    case 'bigint':
    case 'boolean':
      return `${value}`;
    default:
      return '';
  }
}

function escapeValue(escaper: Escaper, value: unknown): string {
  const text = textOf(value);
  const plain = typeof value !== 'string' && !(typeof value === 'number' && Math.abs(value) >= FIRST_WITH_EXPONENT);
  return plain ? text : escaper.escape(text);
}

/** Writes an object with any separators and any encoder, which may return anything. */
function stringifyBy(encode: (value: unknown) => unknown, object: object, separator: string, equals: string): string {
  let text = '';
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name];
    // Encoders need not return strings: what is added is what `+` makes of it.
    const key = (encode(name) as string) + equals;
    if (!Array.isArray(value)) {
      if (text) text += separator;
      text += key;
      text += encode(value);
      continue;
    }
    const { length } = value;
    if (length === 0) continue;
    if (text) text += separator;
    for (let index = 0; index < length; index++) {
      if (index > 0) text += separator;
      text += key;
      text += encode(value[index]);
    }
  }
  return text;
}

/**
 * Writes an object with the usual separators and escapes: piece by piece as long as that is fast, then many pieces together.
 *
 * Getters may call back into this module, so what is collected is local to the call.
 */
function stringifyDefault(workspace: Workspace, escaper: Escaper, object: object): string {
  const { escapeShort } = escaper;
  const names = Object.keys(object);
  let pieceByPiece = names.length <= FEW;
  let escapedPieces = 0;
  let written = '';
  // Pairs that are escaped together, and the lengths of their pieces.
  let batch = '';
  let lengths: number[] = [];
  for (let position = 0; position < names.length; position++) {
    const name = names[position] as string;
    const value = (object as Record<string, unknown>)[name];
    // Node escapes the key before it looks at the value, and each element before the next: the error of a malformed one comes first.
    if (endsWithSurrogate(name)) escaper.escape(name);
    const isList = typeof value === 'object' && Array.isArray(value);
    const count = isList ? value.length : 1;
    let key: string | undefined;
    if (pieceByPiece) {
      key = escapeShort(name);
      if (key !== undefined) {
        // Such keys come together, as those with brackets do.
        if (key.length !== name.length) escapedPieces += MOST_ESCAPED;
        key += '=';
      }
    }
    for (let index = 0; index < count; index++) {
      const element = isList ? (value[index] as unknown) : value;
      const text = typeof element === 'string' ? element : textOf(element);
      if (key !== undefined && escapedPieces <= MOST_ESCAPED) {
        const escaped = escapeShort(text);
        if (escaped !== undefined) {
          if (escaped.length !== text.length) escapedPieces++;
          if (written !== '') written += '&';
          // Short texts are joined at once: a rope of fewer pieces is read in less time.
          written += key + escaped;
          continue;
        }
      }
      key = undefined;
      pieceByPiece = false;
      const pairLength = name.length + text.length + 2;
      if (endsWithSurrogate(text)) escaper.escape(text);
      if (batch.length + pairLength > workspace.block || lengths.length >= MOST_PIECES) {
        written = joined(written, escaper.escapePairs(batch, lengths));
        batch = '';
        lengths = [];
        if (pairLength > workspace.block) {
          written = joined(written, `${escaper.escape(name)}=${escaper.escape(text)}`);
          continue;
        }
      }
      if (batch !== '') batch += '&';
      batch += name;
      batch += '=';
      batch += text;
      lengths.push(name.length, text.length);
    }
  }
  return lengths.length === 0 ? written : joined(written, escaper.escapePairs(batch, lengths));
}

function joined(pairs: string, more: string): string {
  if (pairs === '') return more;
  return more === '' ? pairs : `${pairs}&${more}`;
}

/** Whether a text may be one that cannot be written as UTF-8: only the last unit can be a surrogate without a partner. */
function endsWithSurrogate(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xf800) === 0xd800;
}
