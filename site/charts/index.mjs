import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run/project.mjs';
import { drawing } from './figure.mjs';
import { barChart, ratioChart } from './kinds.mjs';
import { numberOf, tableOf } from './tables.mjs';

/**
 * The charts of the site by their names, each drawn from recorded results. A picture
 * `docs/benchmarks/NAME.svg` becomes the chart of that name, and so does a comment
 * `<!-- chart: NAME -->`.
 *
 * @returns {Promise<(name: string) => string>} returns a figure as HTML
 */
export async function charts() {
  const tools = await drawing();
  return (name) => {
    if (!Object.hasOwn(drawn, name)) throw new Error(`there is no chart ${name}`);
    return drawn[name](tools);
  };
}

const drawn = {
  start: startChart,
  process: processChart,
  ipc: ipcChart,
  querystring: querystringChart,
  ending: endingChart,
};

function startChart(tools) {
  const results = JSON.parse(readFileSync(join(root, 'docs', 'benchmarks', 'process.json'), 'utf8'));
  const bars = (row) => {
    const times = results[row]['call blocks'];
    // What the system calls take alone is no runtime that anyone could choose.
    const { 'no runtime': _, 'rt-std': ours, ...others } = times;
    return Object.fromEntries(
      Object.entries({ 'rt-std': ours, ...others }).map(([name, { tenth }]) => [name, tenth * 1000]),
    );
  };
  const groups = [
    { group: 'A small program', bars: bars('spawn-ignore') },
    { group: 'A program that holds 2 GiB', bars: bars('spawn-ignore-memory') },
  ];
  const [small, large] = groups.map(({ bars: times }) => nodeOf(times) / times['rt-std']);
  return barChart(tools, {
    title: 'How long spawn() blocks',
    summary: `Less is faster. rt-std takes ${round(small)} times less than Node in a small program, and ${round(large)} times less in one that holds 2 GiB. The scale is logarithmic.`,
    format: (microseconds) =>
      microseconds >= 1000 ? `${Number((microseconds / 1000).toPrecision(3))} ms` : `${Math.round(microseconds)} µs`,
    least: 20,
    groups,
  });
}

function nodeOf(times) {
  return Object.entries(times).find(([name]) => /^Node \d+\.\d+/.test(name))[1];
}

function processChart(tools) {
  let row = '';
  const lines = tableOf('docs/benchmarks/process.md').map((line) => {
    row = line[''] || row;
    return ratiosOf(`${row}: ${line.time}`, line, 'rt-std', isRate);
  });
  return ratioChart(tools, {
    title: 'child_process: time relative to rt-std',
    summary: 'A mark on the right of 1× is slower than rt-std, one on the left is faster.',
    axis: 'times as long as rt-std',
    contestants: contestantsOf(lines),
    lines,
  });
}

function ipcChart(tools) {
  const lines = tableOf('docs/benchmarks/ipc.md').map((line) => ratiosOf(line[''], line, 'rt-std', isRate));
  return ratioChart(tools, {
    title: 'Messages: time relative to rt-std in the parent only',
    summary: 'A mark on the right of 1× is slower than rt-std, one on the left is faster.',
    axis: 'times as long as rt-std',
    contestants: contestantsOf(lines),
    lines,
  });
}

function querystringChart(tools) {
  const lines = tableOf('docs/benchmarks/querystring.md').map(({ '': label, ...cells }) => ({
    label,
    ratios: Object.fromEntries(Object.entries(cells).map(([runtime, cell]) => [runtime, numberOf(cell)])),
  }));
  const faster = lines.filter(({ ratios }) => Object.values(ratios).every((ratio) => ratio < 1)).length;
  return ratioChart(tools, {
    title: "Query strings: time relative to each runtime's own module",
    summary: `A mark on the left of 1× is faster than the runtime's own. In ${faster} of ${lines.length} rows that is so in every runtime.`,
    axis: "times as long as the runtime's own module",
    contestants: Object.keys(lines[0].ratios),
    lines,
  });
}

function endingChart(tools) {
  const groups = new Map();
  for (const line of tableOf('docs/benchmarks/ending.md')) {
    const time = numberOf(line['until nothing is left']);
    if (time === undefined) continue;
    if (!groups.has(line[''])) groups.set(line[''], {});
    groups.get(line[''])[line['ended by']] = time;
  }
  return barChart(tools, {
    title: 'Until nothing of a tree of processes is left',
    summary: 'Less is faster. fkill is missing: on Linux it ends the first process only. The scale is logarithmic.',
    format: (milliseconds) =>
      milliseconds >= 1000
        ? `${Number((milliseconds / 1000).toPrecision(3))} s`
        : `${Number(milliseconds.toPrecision(3))} ms`,
    least: 1,
    groups: [...groups].map(([group, bars]) => ({ group, bars })),
  });
}

const isRate = (cell) => cell.includes('per second') || cell.includes('/s');

/** How many times as long as ours each contestant of a line of a table took. */
function ratiosOf(label, line, ours, hasRate) {
  const others = Object.entries(line).filter(([name]) => /^(Node [\d.]+|rt-std( on both ends)?|Bun|Deno)$/.test(name));
  const own = numberOf(line[ours]);
  const ratio = (cell) => (hasRate(cell) ? own / numberOf(cell) : numberOf(cell) / own);
  const measured = others.filter(([, cell]) => numberOf(cell) !== undefined);
  return { label, ratios: Object.fromEntries(measured.map(([name, cell]) => [name, ratio(cell)])) };
}

/** Ours first. */
function contestantsOf(lines) {
  const names = [...new Set(lines.flatMap(({ ratios }) => Object.keys(ratios)))];
  return names.sort((a, b) => Number(b === 'rt-std') - Number(a === 'rt-std'));
}

function round(ratio) {
  return ratio >= 10 ? Math.round(ratio) : Number(ratio.toPrecision(2));
}
