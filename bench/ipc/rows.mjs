/**
 * A row of the benchmark: what the parent does with a child.
 *
 * @typedef {object} Row
 * @property {string} title what is measured
 * @property {'echo' | 'burst'} exercise in `exercises.mjs`
 * @property {'echo' | 'count'} child what `child.cjs` does
 * @property {'json' | 'advanced'} serialization
 * @property {number} messages how many are sent in one pass
 * @property {number} inFlight how many wait for their answer at any moment
 * @property {number} textLength how long the text in each message is, in characters
 * @property {number} wanted how many times as fast as Node we set out to be, with an unmodified
 * Node child
 * @property {number} wantedOnBothEnds the same with our own runtime in the child too
 */

const EXERCISES = [
  { name: 'small', title: 'echo, small messages', messages: 60_000, inFlight: 256, textLength: 5 },
  { name: '1k', title: 'echo, 1 KB', messages: 30_000, inFlight: 256, textLength: 1024 },
  { name: '64k', title: 'echo, 64 KB', messages: 2000, inFlight: 256, textLength: 65_536 },
  { name: 'burst', title: 'burst of 50,000 small sends, one way', messages: 50_000, textLength: 5 },
  { name: 'round-trip', title: 'round trip of one message', messages: 10_000, inFlight: 1, textLength: 5 },
];

const WANTED = {
  json: { small: [1.05, 2.5], '1k': [1.1, 3], '64k': [0.9, 1.8], burst: [3, 5], 'round-trip': [1, 1.33] },
  advanced: { small: [1, 1.5], '1k': [1], '64k': [1], burst: [1], 'round-trip': [1] },
};

/** @type {ReadonlyMap<string, Row>} */
export const rows = new Map(
  Object.entries(WANTED).flatMap(([serialization, bars]) =>
    EXERCISES.map(({ name, title, ...work }) => {
      const [wanted, wantedOnBothEnds] = bars[name];
      const exercise = name === 'burst' ? { exercise: 'burst', child: 'count' } : { exercise: 'echo', child: 'echo' };
      const row = {
        title: `${serialization}: ${title}`,
        serialization,
        ...exercise,
        ...work,
        wanted,
        wantedOnBothEnds,
      };
      return [`${serialization}-${name}`, row];
    }),
  ),
);
