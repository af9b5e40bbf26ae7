import { createHash } from 'node:crypto';

/**
 * What texts are cut out of: all that JSON escapes, and characters of one to four bytes in UTF-8.
 */
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz      .,"\\/\n\t\u0007éß\u2028中😀'];

/**
 * The messages of one direction: the same for the same seed, so that the receiver knows what must
 * come. Lengths are spread evenly over the orders of magnitude.
 *
 * @param {number} seed
 * @param {number} longest in characters
 */
export function* messages(seed, longest) {
  const random = randomNumbers(seed);
  const pool = Array.from({ length: 2 * longest }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
  for (let index = 0; ; index++) {
    const length = Math.floor(Math.exp(random() * Math.log(longest + 1)));
    const start = Math.floor(random() * (pool.length - length));
    const text = pool.slice(start, start + length);
    yield { index, text, checksum: createHash('sha1').update(text, 'utf16le').digest('base64') };
  }
}

/**
 * Numbers from 0 to 1 (mulberry32).
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
