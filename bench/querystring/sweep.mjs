/**
 * Sweeps sizes and alphabets in every runtime, and writes a report of the cells where
 * `rt-std/querystring` is slower than the runtime's own module or fast-querystring:
 *
 *   node bench/querystring/sweep.mjs [--runtime <name>]... [--output <path>]
 *
 * Each runtime is a process of its own: see `compare-sweep.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { reportToStandardError } from '../../scripts/run/progress.mjs';
import { runtimeCommand } from '../../scripts/runtimes/runtime.mjs';
import { machine } from '../report/machine.mjs';
import { BARS, ranked } from './sweep-bars.mjs';

const compare = fileURLToPath(new URL('compare-sweep.mjs', import.meta.url));
const MOST_OUTPUT = 64 << 20;
/** How many of the slowest cells are listed. */
const LISTED = 8;

const { values: options } = parseArgs({
  options: {
    runtime: { type: 'string', multiple: true, default: ['node@20', 'node@24', 'node@26', 'bun', 'deno'] },
    output: { type: 'string' },
  },
});

reportToStandardError();
const measurements = [];
for (const runtime of options.runtime) {
  process.stderr.write(`${runtime} …\n`);
  const [executable, ...args] = await runtimeCommand(runtime);
  const output = execFileSync(executable, [...args, compare, '--json'], { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  measurements.push({ runtime, measured: JSON.parse(output) });
}

const times = (ratio) => `${ratio.toFixed(2)}×`;
const median = (rows) => rows[rows.length >> 1].ratio;
const otherName = (other) => (other === 'own' ? 'own module' : other);

const summary = measurements.flatMap(({ runtime, measured }) =>
  ['parse', 'stringify'].flatMap((operation) =>
    Object.entries(BARS).map(([other, bar]) => {
      const rows = ranked(measured, other).filter((row) => row.operation === operation);
      const slower = rows.filter(({ ratio }) => ratio > bar);
      const most = Math.max(0, ...slower.filter(({ nanoseconds }) => nanoseconds < 1000).map(({ more }) => more));
      return [
        runtime,
        operation,
        otherName(other),
        `${slower.length} of ${rows.length}`,
        times(rows[0].ratio),
        times(median(rows)),
        slower.length === 0 ? '' : `${Math.round(most)} ns`,
      ];
    }),
  ),
);
const slowest = measurements.flatMap(({ runtime, measured }) =>
  Object.entries(BARS).flatMap(([other, bar]) =>
    ranked(measured, other)
      .filter(({ ratio }) => ratio > bar)
      .slice(0, LISTED)
      .map(({ cell, ratio, nanoseconds }) => [
        runtime,
        cell,
        `${(nanoseconds / 1000).toPrecision(3)} µs`,
        `${times(ratio)} ${otherName(other)}`,
      ]),
  ),
);
const page = `${[
  '# Query strings: all sizes and alphabets',
  `Written by \`npm run bench -- sweep\`, on ${machine()}`,
  `1 to 20,000 pairs, or one key with a list, and values of 0 to 10,000 units in seven alphabets, at most 500,000 units in all.
Each cell is the time of \`rt-std/querystring\` relative to that of the runtime's own module and of fast-querystring, the best of several turns. A cell that is slower
than it should be (above 1.00 of the own module, above 1.05 of fast-querystring) is measured again, for longer. What \`stringify\` returns is read once by the benchmark, since
what is joined from pieces costs its time only then. [What limits them](querystring-limits.md).`,
  '## How many cells are slower',
  'The last column is the most that a call takes longer, of those that take less than a microsecond.',
  markdownTable(['', 'operation', 'relative to', 'slower', 'slowest', 'median', 'longer by'], summary),
  '## The slowest cells',
  markdownTable(['', 'cell', 'rt-std', 'relative to'], slowest),
].join('\n\n')}\n`;
if (options.output) writeFileSync(`${options.output}.md`, page);
else console.log(page);
