import { parse, unescapeBuffer } from 'rt-std/querystring';

const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 100;
const TYPE = 'application/x-www-form-urlencoded';

/** What a form is refused for, with a status of HTTP. */
export class FormError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a form that was sent by POST: an object without a prototype, so that no name of a field
 * does harm. A field that was sent once is a string, one that was sent more often an array.
 *
 * @param {import('node:http').IncomingMessage} request
 * @throws {FormError} 415 for another type or an unknown encoding; 413 for too many bytes or fields
 */
export async function readForm(request) {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== TYPE) throw new FormError(415, `Send ${TYPE}`);
  // Each byte is a character. Most are percent-encoded; what is not is decoded with the others.
  const body = (await readBytes(request)).toString('latin1');
  // One more than allowed: what is beyond maxKeys is left out without an error. It counts pairs.
  const options = { maxKeys: MOST_FIELDS + 1, decodeURIComponent: decoder(charsetOf(body)) };
  const form = parse(body, '&', '=', options);
  const fields = Object.values(form).flat().length;
  if (fields > MOST_FIELDS) throw new FormError(413, `More than ${MOST_FIELDS} fields`);
  return form;
}

/** The values of a field that may be sent never, once or many times, as boxes of one name are. */
export function list(form, name) {
  return [form[name] ?? []].flat();
}

async function readBytes(request) {
  const chunks = [];
  let length = 0;
  // By itself, a loop that ends early closes the connection, and nobody gets the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new FormError(413, `More than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The encoding of the page that the form was in. Only a hidden field says it: browsers put its
 * name into one that is called `_charset_`.
 */
function charsetOf(body) {
  const { _charset_: charset } = parse(body, '&', '=', { maxKeys: MOST_FIELDS + 1 });
  return typeof charset === 'string' && charset !== '' ? charset : 'utf-8';
}

/** Decodes a name or a value; the codec has made spaces of `+` before. */
function decoder(charset) {
  let text;
  try {
    text = new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    throw new FormError(415, `The encoding ${charset.slice(0, 40)} is unknown`);
  }
  return (encoded) => text.decode(unescapeBuffer(encoded));
}
