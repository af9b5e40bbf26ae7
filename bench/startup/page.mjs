import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { machine } from '../report/machine.mjs';

const median = (values) => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * The page of the benchmark.
 *
 * @param {{ version: string, major: number, rows: object[] }[]} results
 * @param {number} repetitions
 * @returns {string} Markdown
 */
export function page(results, repetitions) {
  return `# The start of a program: what it costs

Written by \`npm run bench -- start\`.

Each row starts a program ${repetitions} times without rt-std and ${repetitions} times with it, in turns, on ${machine()}
_Time_ is that by the clock from before the start to after the end, _processor time_ what the kernel counts for the process and the children that it waited for, _memory_ the
largest resident set. The ratio of each is the median of the ratios of the pairs; behind it, the ratio of the least of all runs. The least is what a busy machine disturbs least.
What a ratio is _wanted_ to be at most holds for the time and for the processor time. [starting.md](../starting.md) says what is loaded when.
${results.map(section).join('')}`;
}

function section({ version, major, rows }) {
  const heading = [
    '',
    'plain: time',
    'processor',
    'ours: time',
    'processor',
    'time',
    'processor time',
    'wanted',
    'memory',
    'wanted',
  ];
  const lines = rows.map(({ row, plain, ours }) => {
    const of = (samples, key) => samples.map((sample) => sample[key]);
    const milliseconds = (samples, key) => `${median(of(samples, key)).toFixed(1)} ms`;
    const ratio = (key) => {
      const pairs = ours.map((sample, index) => sample[key] / plain[index][key]);
      const least = Math.min(...of(ours, key)) / Math.min(...of(plain, key));
      return `${median(pairs).toFixed(2)}× (${least.toFixed(2)}×)`;
    };
    const more = median(of(ours, 'memory')) - median(of(plain, 'memory'));
    const wanted = typeof row.wanted === 'function' ? row.wanted(major) : row.wanted;
    return [
      row.title,
      milliseconds(plain, 'time'),
      milliseconds(plain, 'processor'),
      milliseconds(ours, 'time'),
      milliseconds(ours, 'processor'),
      ratio('time'),
      ratio('processor'),
      wanted ? `${wanted.toFixed(2)}×` : '',
      `${more < 0 ? '' : '+'}${more.toFixed(1)} MB`,
      row.wantedMemory ? `+${row.wantedMemory} MB` : '',
    ];
  });
  return `
## ${version}

${markdownTable(heading, lines, 1)}
`;
}
