import { dotPlot } from '../report/dot-plot.mjs';
import { labelOf, OWN, ratio, sameRow } from './measurement.mjs';

const RIVAL = 'fast-querystring';

/**
 * A picture of `rt-std/querystring` in every runtime, relative to that runtime's own module, beside
 * the fastest library that does the same.
 *
 * @param {readonly import('./measurement.mjs').Measurement[]} measurements
 * @returns {string} SVG
 */
export function picture(measurements) {
  const [first] = measurements;
  const shown = measurements.map((measurement) => [
    `rt-std, ${measurement.runtime}`,
    measurement,
    measurement.byDefault,
  ]);
  const latestNode = measurements.findLast(({ runtime }) => runtime.startsWith('Node')) ?? first;
  shown.push([`${RIVAL}, ${latestNode.runtime}`, latestNode, RIVAL]);
  const lines = first.rows.map((row) => {
    const ratios = shown.map(([name, measurement, contestant]) => [
      name,
      ratio(sameRow(measurement, row), contestant, OWN),
    ]);
    return { label: labelOf(row), ratios: Object.fromEntries(ratios.filter(([, value]) => value !== undefined)) };
  });
  return dotPlot({
    title: "Query strings: time relative to the runtime's own module, less is faster",
    axis: "times as long as the runtime's own querystring (logarithmic)",
    contestants: shown.map(([name]) => name),
    lines,
  });
}
