import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { machine } from '../report/machine.mjs';
import { DEFAULT, labelOf, OTHER, OWN, ratio, sameRow } from './measurement.mjs';

const RIVALS = ['fast-querystring', 'URLSearchParams'];

/**
 * The report as Markdown.
 *
 * @param {readonly import('./measurement.mjs').Measurement[]} measurements
 * @param {string | undefined} image the picture's file name, when there is one
 * @returns {string}
 */
export function page(measurements, image) {
  const versions = measurements.map(({ runtime, version }) => `${runtime.split(' ')[0]} ${version}`).join(', ');
  const parts = [
    '# Query strings: how fast',
    `Written by \`npm run bench:querystring\` with ${versions}, on ${machine()}`,
    `In each runtime the contestants take turns in one process, and their results are compared before they are timed. A time is that of one call in the best of
all turns, which a busy machine disturbs least; a ratio below 1 means that rt-std is faster. \`rt-std/querystring\` is its ${backendName(DEFAULT)} backend here.`,
    ...(image ? [`![time of rt-std relative to each runtime's own module](${image})`] : []),
    "## In every runtime, relative to the runtime's own module",
    overview(measurements),
    ...measurements.flatMap((measurement) => [`## ${measurement.runtime}`, ...details(measurement)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function backendName(contestant) {
  return contestant === 'wasm' ? 'WebAssembly' : 'native';
}

function overview(measurements) {
  const heading = ['', ...measurements.map(({ runtime }) => runtime)];
  const [first] = measurements;
  const lines = first.rows.map((row) => [
    labelOf(row),
    ...measurements.map((measurement) => formatRatio(ratio(sameRow(measurement, row), DEFAULT, OWN))),
  ]);
  return markdownTable(heading, lines);
}

function details({ runtime, rows }) {
  const inNode = runtime.startsWith('Node');
  const heading = [
    '',
    'rt-std',
    'own module',
    ...RIVALS,
    ...[OWN, ...RIVALS].map((name) => `to ${name === OWN ? 'own module' : name}`),
    `${backendName(OTHER)} to ${backendName(DEFAULT)}`,
  ];
  const lines = rows.map((row) => [
    labelOf(row),
    ...[DEFAULT, OWN, ...RIVALS].map((name) => formatTime(row.fastest[name])),
    ...[OWN, ...RIVALS].map((name) => compared(row, name, inNode)),
    formatRatio(ratio(row, OTHER, DEFAULT)),
  ]);
  const missed = lines.flat().filter((cell) => cell.includes('>')).length;
  const note = 'Where a ratio is above the one that we set out to reach, that stands behind it.';
  return [...(inNode && missed > 0 ? [note] : []), markdownTable(heading, lines)];
}

/** The bars are for Node; elsewhere nothing is to be slower than the runtime's own module. */
function compared(row, name, inNode) {
  const value = ratio(row, DEFAULT, name);
  const bar = inNode ? row.bar?.[name] : name === OWN ? 1 : undefined;
  return value !== undefined && bar !== undefined && value > bar
    ? `${formatRatio(value)} > ${bar}`
    : formatRatio(value);
}

function formatRatio(value) {
  return value === undefined ? '' : `${value.toFixed(2)}×`;
}

function formatTime(nanoseconds) {
  if (nanoseconds === undefined) return '';
  const [amount, unit] = nanoseconds < 1e5 ? [nanoseconds / 1e3, 'µs'] : [nanoseconds / 1e6, 'ms'];
  return `${amount.toPrecision(3)} ${unit}`;
}
