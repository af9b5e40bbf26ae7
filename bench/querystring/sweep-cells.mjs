/**
 * The sizes and alphabets that the sweep goes through. Behind each size that a fast path of ours
 * ends at, there is its neighbour.
 */
const COUNTS = [1, 2, 4, 8, 16, 32, 33, 64, 100, 250, 1000, 4000, 8191, 8300, 12_500, 20_000];
const LENGTHS = [0, 1, 4, 10, 32, 64, 66, 100, 256, 512, 514, 1000, 4000, 10_000];
/** The most units of a cell, so that none takes long. */
const MOST_UNITS = 500_000;

const repeated = (piece) => (length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const plain = repeated('abcdefghijklmnopqrstuvwxyz');

/** A text of that many units; none where the alphabet has none of that length. */
const alphabets = {
  ASCII: plain,
  'Latin-1': repeated('straße für Köln '),
  CJK: repeated('東京都新宿区'),
  emoji: (length) => (length % 2 === 0 ? '😀🎉'.repeat(length / 4 + 1).slice(0, length) : undefined),
  'ASCII, then an emoji': (length) => (length >= 2 ? `${plain(length - 2)}😀` : undefined),
  'a comma in ten': repeated('some words, '),
  punctuation: repeated('{"[&=+%]"}'),
};

const shapes = {
  /** Different keys, each with a value. */
  pairs: (values) => Object.fromEntries(values.map((value, index) => [`key${index}`, value])),
  /** One key with a list. */
  list: (values) => ({ key: values.length === 1 ? values[0] : values }),
};

/**
 * @typedef {object} Cell
 * @property {string} shape
 * @property {string} alphabet
 * @property {number} count pairs
 * @property {number} length units of each value
 */

/** What a cell is called in reports. */
export function nameOf({ operation, shape, alphabet, count, length }) {
  return `${operation}: ${count} ${shape === 'list' ? 'times one key' : 'pairs'}, values of ${length}, ${alphabet}`;
}

/** @returns {Cell[]} */
export function allCells() {
  const cells = [];
  for (const shape of Object.keys(shapes)) {
    for (const [alphabet, textOf] of Object.entries(alphabets)) {
      for (const count of COUNTS) {
        for (const length of LENGTHS) {
          if (count * (length + 8) > MOST_UNITS || (count === 1 && shape === 'list')) continue;
          if (length === 0 && alphabet !== 'ASCII') continue;
          if (textOf(length) !== undefined) cells.push({ shape, alphabet, count, length });
        }
      }
    }
  }
  return cells;
}

/** The objects of a cell: several of a small one, to keep the engine from learning one by heart. */
export function objectsOf({ shape, alphabet, count, length }) {
  const variants = Math.max(1, Math.min(16, Math.floor(2000 / (count * (length + 8)))));
  return Array.from({ length: variants }, (_, variant) =>
    shapes[shape](
      Array.from({ length: count }, (_, index) => flat(vary(alphabets[alphabet](length), variant + index))),
    ),
  );
}

/** Another text of the same length: its first letter differs where it is one of ASCII. */
function vary(text, number) {
  return /^[a-z]/.test(text) ? String.fromCharCode(97 + (number % 26)) + text.slice(1) : text;
}

/** A text in one piece, as a program has it that has read one. */
function flat(text) {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
