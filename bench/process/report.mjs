import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { dotPlot } from '../report/dot-plot.mjs';
import { markdownTable } from '../report/markdown-table.mjs';
import { summarize } from './statistics.mjs';

/**
 * What was measured of one row.
 *
 * @typedef {object} Result
 * @property {import('./rows/index.mjs').Row} row
 * @property {Record<string, Record<string, number[]>>} samples milliseconds, by contestant and what was measured
 */

/**
 * A table of medians, with how many times faster ours is than the first contestant.
 *
 * @param {readonly Result[]} results
 * @param {readonly string[]} names of the contestants: the one to compare with, ours, the others
 * @returns {string}
 */
export function table(results, [baseline, ours, ...others]) {
  const heading = ['', 'time', baseline, ours, 'ratio', 'of the best', 'wanted', ...others];
  const lines = results.flatMap(({ row, samples }) =>
    Object.keys(samples[ours]).map((what, index) => {
      const of = (name) => summarize(samples[name][what]);
      const ratio = (key) => `${(of(baseline)[key] / of(ours)[key]).toFixed(2)}×`;
      const time = (name) => formatTime(of(name).median, row.work);
      const bar = row.bars?.[what];
      return [
        index === 0 ? row.title : '',
        what,
        time(baseline),
        time(ours),
        ratio('median'),
        ratio('minimum'),
        bar ? `${bar}×` : '',
        ...others.map(time),
      ];
    }),
  );
  return markdownTable(heading, lines, 2);
}

/**
 * A picture of the same: each contestant's median relative to ours.
 *
 * @param {readonly Result[]} results
 * @param {readonly string[]} names as for {@link table}
 * @returns {string} SVG
 */
export function picture(results, names) {
  const [, ours] = names;
  const lines = results.flatMap(({ row, samples }) =>
    Object.keys(samples[ours]).map((what) => {
      const median = (name) => summarize(samples[name][what]).median;
      const ratios = Object.fromEntries(names.map((name) => [name, median(name) / median(ours)]));
      return { label: `${row.title}: ${what}`, ratios };
    }),
  );
  return dotPlot({
    title: 'child_process: time relative to rt-std, less is faster',
    axis: 'times as long as rt-std (logarithmic)',
    contestants: names,
    lines,
  });
}

/** The machine, in a sentence: what figures depend on. */
export function machine() {
  const openFiles = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const limit = Number(openFiles).toLocaleString('en');
  return `Linux ${release()}, ${availableParallelism()} × ${cpus()[0].model}, at most ${limit} open files.`;
}

/** As a rate where the row says what was done in that time. */
function formatTime(milliseconds, work) {
  if (work) return `${Math.round(work.amount / (milliseconds / 1000)).toLocaleString('en')} ${work.unit}`;
  return `${Math.round(milliseconds * 1000).toLocaleString('en')} µs`;
}
