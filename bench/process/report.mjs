import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { dotPlot } from '../report/dot-plot.mjs';
import { rows } from './rows/index.mjs';

/**
 * A table of the times that the best tenth of the runs keeps, which a busy machine disturbs least,
 * with how many times faster ours is than the first contestant.
 *
 * @param {Record<string, import('./results.mjs').Result>} results by the names of the rows
 * @param {readonly string[]} names of the contestants: the one to compare with, ours, the others
 * @returns {string}
 */
export function table(results, [baseline, ours, ...others]) {
  const heading = ['', 'time', baseline, ours, 'ratio', 'of medians', 'wanted', ...others];
  const lines = timesOf(results).map(({ row, what, times, isFirst }) => {
    const ratio = (key) => `${(times[baseline][key] / times[ours][key]).toFixed(2)}×`;
    const time = (name) => (times[name] ? formatTime(times[name].tenth, row.work) : '');
    const bar = row.bars?.[what];
    return [
      isFirst ? row.title : '',
      what,
      time(baseline),
      time(ours),
      ratio('tenth'),
      ratio('median'),
      bar ? `${bar}×` : '',
      ...others.map(time),
    ];
  });
  return markdownTable(heading, lines, 2);
}

/**
 * A picture of the same: each contestant's time relative to ours.
 *
 * @param {Record<string, import('./results.mjs').Result>} results
 * @param {readonly string[]} names as for {@link table}
 * @returns {string} SVG
 */
export function picture(results, names) {
  const [, ours] = names;
  const lines = timesOf(results).map(({ row, what, times }) => {
    const measured = names.filter((name) => times[name]);
    const ratios = Object.fromEntries(measured.map((name) => [name, times[name].tenth / times[ours].tenth]));
    return { label: `${row.title}: ${what}`, ratios };
  });
  return dotPlot({
    title: 'child_process: time relative to rt-std, less is faster',
    axis: 'times as long as rt-std (logarithmic)',
    contestants: names,
    lines,
  });
}

/** Everything that was timed, in the order of the rows. */
function timesOf(results) {
  return [...rows]
    .filter(([name]) => results[name])
    .flatMap(([name, row]) =>
      Object.entries(results[name]).map(([what, times], index) => ({ row, what, times, isFirst: index === 0 })),
    );
}

/** As a rate where the row says what was done in that time. */
function formatTime(milliseconds, work) {
  if (work) return `${Math.round(work.amount / (milliseconds / 1000)).toLocaleString('en')} ${work.unit}`;
  return `${Math.round(milliseconds * 1000).toLocaleString('en')} µs`;
}
