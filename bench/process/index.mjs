/**
 * Compares the processes of rt-std with those of the running Node's own module.
 *
 *   node bench/process/index.mjs [--row <name>]... [--repetitions <number>] [--list]
 *
 * Each row runs in a process of its own, so that none finds the memory, the descriptors or the compiled code of another. In it the two modules take turns,
 * and each result is checked before its time counts.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { rows } from './rows/index.mjs';
import { formatTable } from './table.mjs';

const run = promisify(execFile);
const measureRow = fileURLToPath(new URL('measure-row.mjs', import.meta.url));

const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [...rows.keys()] },
    repetitions: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  for (const [name, { title }] of rows) console.log(`${name.padEnd(20)} ${title}`);
} else {
  await compare(values.row, readRepetitions(values.repetitions));
}

/**
 * @param {string[]} names of rows
 * @param {number | undefined} repetitions of each; by default what the row says
 */
async function compare(names, repetitions) {
  const unknown = names.filter((name) => !rows.has(name));
  if (unknown.length > 0) throw new RangeError(`no such row: ${unknown.join(', ')}; --list names them`);
  console.log(
    `Node ${process.version} on ${process.platform} ${process.arch}: its own module against rt-std, taking turns.`,
  );
  console.log('A ratio above 1 means that rt-std is faster by that factor.\n');
  const results = [];
  for (const name of names) {
    process.stderr.write(`${rows.get(name).title} …\n`);
    const { stdout } = await run(process.execPath, [
      measureRow,
      name,
      String(repetitions ?? rows.get(name).repetitions),
    ]);
    results.push({ row: rows.get(name), samples: JSON.parse(stdout) });
  }
  console.log(formatTable(results));
}

function readRepetitions(text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new RangeError(`--repetitions is a whole number above 0, not '${text}'`);
}
