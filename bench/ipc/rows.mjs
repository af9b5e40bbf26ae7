/**
 * A row of the benchmark: what the parent does with a child, in both serializations.
 *
 * @typedef {object} Row
 * @property {string} title what is measured
 * @property {'echo' | 'burst'} exercise in `exercises.mjs`
 * @property {'echo' | 'count'} child what `child.cjs` does
 * @property {'json' | 'advanced'} serialization
 * @property {number} messages how many are sent in one pass
 * @property {number} inFlight how many wait for their answer at any moment
 * @property {number} textLength how long the text in each message is, in characters
 */

const ECHOES = [
  { name: 'small', title: 'echo, small messages', messages: 60_000, inFlight: 256, textLength: 5 },
  { name: '1k', title: 'echo, 1 KB', messages: 30_000, inFlight: 256, textLength: 1024 },
  { name: '64k', title: 'echo, 64 KB', messages: 2000, inFlight: 256, textLength: 65_536 },
  { name: 'round-trip', title: 'round trip of one message', messages: 10_000, inFlight: 1, textLength: 5 },
];

/** @type {ReadonlyMap<string, Row>} */
export const rows = new Map(['json', 'advanced'].flatMap(rowsOf));

function rowsOf(serialization) {
  const echoes = ECHOES.map(({ name, ...work }) => [
    `${serialization}-${name}`,
    { ...work, exercise: 'echo', child: 'echo', serialization },
  ]);
  const title = 'burst of 50,000 small sends, one way';
  const burst = { title, exercise: 'burst', child: 'count', serialization, messages: 50_000, textLength: 5 };
  return [...echoes, [`${serialization}-burst`, burst]];
}
