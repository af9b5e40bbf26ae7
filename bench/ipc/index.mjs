/**
 * Compares the channel of rt-std with that of the running Node, and with those of other runtimes
 * between a parent and a child of theirs.
 *
 * node bench/ipc/index.mjs [--row <name>]... [--rounds <number>] [--runtime <name>]... [--output
 * <path>] [--list]
 *
 * In each round every contestant measures a row in a new process, in turns, so that a busy moment
 * of the machine meets all of them; each answer is checked. --output writes the table as
 * `<path>.md` and a picture of it as `<path>.svg`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { machine } from '../report/machine.mjs';
import { writePage } from '../report/write-page.mjs';
import { contestantsWith } from './contestants.mjs';
import { picture, table } from './report.mjs';
import { rows } from './rows.mjs';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('measure-row.mjs', import.meta.url));
/** How often a process does its row. */
const PASSES = 3;

const { values: options } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [...rows.keys()] },
    rounds: { type: 'string', default: '5' },
    runtime: { type: 'string', multiple: true, default: [] },
    output: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

if (options.list) {
  for (const [name, { title }] of rows) console.log(`${name.padEnd(20)} ${title}`);
} else {
  await compare();
}

async function compare() {
  const unknown = options.row.filter((name) => !rows.has(name));
  if (unknown.length > 0) throw new RangeError(`no such row: ${unknown.join(', ')}; --list names them`);
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new RangeError(`--rounds is a whole number above 0, not '${options.rounds}'`);
  const contestants = await contestantsWith(options.runtime);
  const results = [];
  for (const name of options.row) {
    process.stderr.write(`${rows.get(name).title} …\n`);
    results.push({ row: rows.get(name), samples: await measure(name, contestants, rounds) });
  }
  const names = contestants.map(({ name }) => name);
  const text = explained(table(results, names), names);
  console.log(text);
  if (options.output) write(options.output, text, picture(results, names));
}

/** Milliseconds by contestant. */
async function measure(rowName, contestants, rounds) {
  const samples = Object.fromEntries(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, command, module, execArgv } of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const [executable, ...own] = command;
      const { stdout } = await run(executable, [...own, PROGRAM, module, rowName, String(PASSES), ...execArgv]);
      samples[name].push(...JSON.parse(stdout));
    }
  }
  return samples;
}

function explained(measured, [node, ours]) {
  return `${node} and ${ours}, each with a child of unmodified Node, and pairs of one runtime; each in processes of its own, in turns, on ${machine()}
Rates and times are medians. A ratio above 1 says how many times faster than ${node} it is: by medians, and by the fastest tenth of the passes, which a busy machine disturbs least.
_Wanted_ is the ratio that we set out to reach.

${measured}`;
}

function write(path, text, image) {
  writePage(
    path,
    (link) => `# The IPC channel: how fast

Written by \`npm run bench -- ipc\`.

${text}

![each contestant's time relative to rt-std](${link})
`,
    image,
  );
}
