/**
 * Compares the processes of rt-std with those of the running Node's own module, and of other
 * runtimes.
 *
 * node bench/process/index.mjs [--row <name>]... [--repetitions <number>] [--runtime <name>]...
 * [--least-cost] [--in-one-process] [--output <path>] [--list]
 *
 * For each row every contestant gets a process of its own, and these take turns (`take-turns.mjs`
 * says why); each result is checked before its time counts. With --in-one-process the two modules
 * share one, so that ours also pays for what Node's fork does to the memory of its parent.
 * --least-cost adds what the system calls alone take, which no runtime can get below. --output
 * writes the table as `<path>.md`, a picture of it as `<path>.svg` and the figures as
 * `<path>.json`, where rows that are not measured this time stay.
 */
import { parseArgs } from 'node:util';
import { machine } from '../report/machine.mjs';
import { writePage } from '../report/write-page.mjs';
import { leastCost, NODE, otherRuntime, RT_STD } from './contestants.mjs';
import { picture, table } from './report.mjs';
import { readResults, summarizeSamples, writeResults } from './results.mjs';
import { rows } from './rows/index.mjs';
import { shareOneProcess, takeTurns } from './take-turns.mjs';

const { values: options } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [...rows.keys()] },
    repetitions: { type: 'string' },
    runtime: { type: 'string', multiple: true, default: [] },
    'least-cost': { type: 'boolean', default: false },
    'in-one-process': { type: 'boolean', default: false },
    output: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

if (options.list) {
  for (const [name, { title }] of rows) console.log(`${name.padEnd(26)} ${title}`);
} else {
  const unknown = options.row.filter((name) => !rows.has(name));
  if (unknown.length > 0) throw new RangeError(`no such row: ${unknown.join(', ')}; --list names them`);
  await compare(options.row, readRepetitions(options.repetitions));
}

/**
 * @param {readonly string[]} rowNames
 * @param {number | undefined} repetitions of each; by default what the row says
 */
async function compare(rowNames, repetitions) {
  const contestants = [NODE, RT_STD];
  for (const specifier of options.runtime) contestants.push(await otherRuntime(specifier));
  const limit = options['least-cost'] ? leastCost() : undefined;
  if (limit) contestants.push(limit);
  const inOneProcess = options['in-one-process'];
  if (inOneProcess && contestants.length > 2) throw new RangeError('--in-one-process is for one runtime');
  const measure = inOneProcess ? shareOneProcess : takeTurns;
  const results = {};
  for (const name of rowNames) {
    const row = rows.get(name);
    process.stderr.write(`${row.title} …\n`);
    const measured = contestants.filter((contestant) => takesPart(contestant, row));
    results[name] = summarizeSamples(await measure(name, measured, repetitions ?? row.repetitions));
  }
  const names = contestants.map(({ name }) => name);
  console.log(explained(table(results, names), names));
  if (options.output) write(options.output, results, names);
}

function takesPart(contestant, row) {
  if (contestant === NODE || contestant === RT_STD) return true;
  return contestant.name === 'no runtime' ? Boolean(row.hasLeastCost) : !row.isHeavy;
}

/** Rows that were not measured this time stay as they were. */
function write(path, measured, names) {
  const results = { ...readResults(`${path}.json`), ...measured };
  writeResults(`${path}.json`, results);
  writePage(
    path,
    (image) => `# Processes: how fast

Written by \`npm run bench -- process\`.

${explained(table(results, names), names)}

![each contestant's time relative to rt-std](${image})
`,
    picture(results, names),
  );
}

function explained(measured, [baseline, ours]) {
  const where = options['in-one-process'] ? 'in one process' : 'each in a process of its own, in turns';
  return `${baseline} and ${ours} ${where}, on ${machine()}
Times are what the best tenth of the runs keeps, which a busy machine disturbs least. A ratio above 1 says how many times faster ${ours} is than ${baseline}: by these, and by medians.
_Wanted_ is the ratio that we set out to reach; _no runtime_ is what the system calls alone take, in a small process.

${measured}`;
}

function readRepetitions(text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new RangeError(`--repetitions is a whole number above 0, not '${text}'`);
}
