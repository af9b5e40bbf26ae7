import { Batch } from './batch';
import type { Escaper } from './escape';
import type { Querystring } from './types';
import type { Workspace } from './workspace';

/** From here on a number is written with an exponent, whose `+` must be escaped. */
const FIRST_WITH_EXPONENT = 1e21;
/** Values from this length on are escaped alone, so that a clean one is used as it is. */
const LONG = 256;
/** So many short pieces are escaped one by one; when there are more, a batch is faster. */
const MOST_JOINED = 4;

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

// Getters may call back into this module, so what is collected is local to the call.
function stringifyDefault(workspace: Workspace, escaper: Escaper, object: object): string {
  const writer = new Writer(workspace, escaper);
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name];
    if (typeof value !== 'object' || value === null) {
      writer.add(name, value);
      continue;
    }
    // Node escapes the key before it looks at what the object is.
    if (endsWithSurrogate(name)) escaper.escape(name);
    if (!Array.isArray(value)) {
      writer.add(name, value);
      continue;
    }
    const { length } = value;
    for (let index = 0; index < length; index++) writer.add(name, value[index]);
  }
  return writer.finish();
}

/** Joins pairs: short clean ones as they are, from the first other one on as a batch. */
class Writer {
  #text = '';
  #batch: Batch | undefined;
  #joined = 0;
  readonly #workspace: Workspace;
  readonly #escaper: Escaper;

  constructor(workspace: Workspace, escaper: Escaper) {
    this.#workspace = workspace;
    this.#escaper = escaper;
  }

  add(name: string, value: unknown): void {
    const text = typeof value === 'string' ? value : textOf(value);
    if ((this.#batch === undefined || this.#batch.isEmpty) && this.#joined < MOST_JOINED) {
      const key = this.#escaper.escapeShort(name);
      if (key !== undefined) {
        const escaped = text.length >= LONG ? this.#escaper.escape(text) : this.#escaper.escapeShort(text);
        if (escaped !== undefined) {
          // An escaped form is another string than the text.
          if (escaped.length !== text.length) this.#joined++;
          if (this.#text !== '') this.#text += '&';
          this.#text += key;
          this.#text += '=';
          this.#text += escaped;
          return;
        }
      }
    }
    this.#addToBatch(name, text);
  }

  finish(): string {
    this.#flush();
    return this.#text;
  }

  #addToBatch(name: string, text: string): void {
    this.#batch ??= new Batch(this.#workspace, this.#escaper);
    const batch = this.#batch;
    if (!batch.hasRoom(name, text)) this.#flush();
    if (batch.hasRoom(name, text) && !endsWithSurrogate(name) && !endsWithSurrogate(text)) {
      batch.add(name, text);
      return;
    }
    // Too long for a batch, or perhaps malformed: then the error comes before the next value is read.
    this.#flush();
    if (this.#text !== '') this.#text += '&';
    const key = this.#escaper.escape(name);
    this.#text += `${key}=${this.#escaper.escape(text)}`;
  }

  #flush(): void {
    if (this.#batch === undefined || this.#batch.isEmpty) return;
    const pairs = this.#batch.take();
    this.#text = this.#text === '' ? pairs : `${this.#text}&${pairs}`;
  }
}

/** Whether a text may be one that cannot be written as UTF-8: only the last unit can be a surrogate without a partner. */
function endsWithSurrogate(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xf800) === 0xd800;
}
