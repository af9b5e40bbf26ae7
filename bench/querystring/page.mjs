import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { machine } from '../report/machine.mjs';
import { byChoice, labelOf, OWN, ratio, sameRow } from './measurement.mjs';

const RIVALS = ['fast-querystring', 'URLSearchParams'];
/** How long WebAssembly may take, relative to the addon where that is what a program gets. */
const WEB_ASSEMBLY_BAR = 1.3;

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
    `Written by \`npm run bench -- querystring\` with ${versions}, on ${machine()}`,
    `In each runtime the contestants take turns in one process, and their results are compared before they are timed. A time is that of one call in the best of
all turns, which a busy machine disturbs least; a ratio below 1 means that rt-std is faster. \`rt-std/querystring\` is
the native addon in Node and WebAssembly elsewhere; a program can choose the other one.`,
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
    ...measurements.map((measurement) => formatRatio(ratio(sameRow(measurement, row), measurement.byDefault, OWN))),
  ]);
  return markdownTable(heading, lines);
}

function details(measurement) {
  const { runtime, rows, byDefault } = measurement;
  const other = byChoice(measurement);
  const inNode = runtime.startsWith('Node');
  const heading = [
    '',
    'rt-std',
    'own module',
    ...RIVALS,
    ...[OWN, ...RIVALS].map((name) => `to ${name === OWN ? 'own module' : name}`),
    `${backendName(other)} to ${backendName(byDefault)}`,
  ];
  const lines = rows.map((row) => [
    labelOf(row),
    ...[byDefault, OWN, ...RIVALS].map((name) => formatTime(row.fastest[name])),
    ...[OWN, ...RIVALS].map((name) => compared(ratio(row, byDefault, name), barOf(row, name, inNode))),
    compared(ratio(row, other, byDefault), other === 'wasm' ? WEB_ASSEMBLY_BAR : undefined),
  ]);
  const missed = lines.flat().filter((cell) => cell.includes('>')).length;
  const note = 'Where a ratio is above the one that we set out to reach, that stands behind it.';
  return [...(inNode && missed > 0 ? [note] : []), markdownTable(heading, lines)];
}

/** The bars are for Node; elsewhere nothing is to be slower than the runtime's own module. */
function barOf({ bar }, name, inNode) {
  if (inNode) return bar?.[name];
  return name === OWN ? 1 : undefined;
}

function compared(value, bar) {
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
