import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { summarize } from '../process/statistics.mjs';
import { dotPlot } from '../report/dot-plot.mjs';

/**
 * What was measured of one row.
 *
 * @typedef {object} Result
 * @property {import('./rows.mjs').Row} row
 * @property {Record<string, number[]>} samples milliseconds of a pass, by contestant
 */

/**
 * A table of medians, with how many times faster than the first contestant ours are.
 *
 * @param {readonly Result[]} results
 * @param {readonly string[]} names of the contestants: Node, ours, ours on both ends, the others
 * @returns {string}
 */
export function table(results, [node, ours, both, ...others]) {
  const compared = ['ratio', 'of the fastest', 'wanted'];
  const heading = ['', node, ours, ...compared, both, ...compared, ...others];
  const lines = results.map(({ row, samples }) => {
    const of = (name) => summarize(samples[name]);
    const ratios = (name, bar) => [
      `${(of(node).median / of(name).median).toFixed(2)}×`,
      `${(of(node).tenth / of(name).tenth).toFixed(2)}×`,
      bar ? `${bar}×` : '',
    ];
    const amount = (name) => formatAmount(row, of(name).median);
    const mine = [amount(ours), ...ratios(ours, row.wanted), amount(both), ...ratios(both, row.wantedOnBothEnds)];
    return [row.title, amount(node), ...mine, ...others.map(amount)];
  });
  return markdownTable(heading, lines);
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
  const lines = results.map(({ row, samples }) => {
    const median = (name) => summarize(samples[name]).median;
    return { label: row.title, ratios: Object.fromEntries(names.map((name) => [name, median(name) / median(ours)])) };
  });
  const title = 'fork: time relative to rt-std with a child of unmodified Node, less is faster';
  return dotPlot({ title, axis: 'times as long as rt-std (logarithmic)', contestants: names, lines });
}

/** Messages in a second, or the time of one when they go one by one. */
function formatAmount({ messages, inFlight }, milliseconds) {
  if (inFlight === 1) return `${((milliseconds * 1000) / messages).toFixed(1)} µs`;
  return `${Math.round(messages / (milliseconds / 1000)).toLocaleString('en')} per second`;
}
