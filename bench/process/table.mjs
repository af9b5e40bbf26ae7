import { summarize } from './statistics.mjs';

const HEADING = ['', '', 'Node', 'rt-std', 'ratio', 'Node, best', 'rt-std, best', 'ratio'];

/**
 * A table of medians and of the best runs.
 *
 * @param {readonly { row: import('./rows/index.mjs').Row, samples: Record<'node' | 'rtStd', Record<string, number[]>> }[]} results
 * @returns {string}
 */
export function formatTable(results) {
  const lines = [HEADING, ...results.flatMap(linesOf)];
  const widths = HEADING.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column], column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function linesOf({ row, samples }) {
  return Object.keys(samples.node).map((what, index) => {
    const node = summarize(samples.node[what]);
    const rtStd = summarize(samples.rtStd[what]);
    const compared = (key) => [
      formatTime(node[key], row.work),
      formatTime(rtStd[key], row.work),
      `${(node[key] / rtStd[key]).toFixed(2)}×`,
    ];
    return [index === 0 ? row.title : '', what, ...compared('median'), ...compared('minimum')];
  });
}

/** As a rate where the row says what was done in that time. */
function formatTime(milliseconds, work) {
  if (work) return `${Math.round(work.amount / (milliseconds / 1000)).toLocaleString('en')} ${work.unit}`;
  return `${Math.round(milliseconds * 1000).toLocaleString('en')} µs`;
}

function pad(cell, width, column) {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}
