/**
 * Compares `rt-std/querystring/pairs` with `URLSearchParams` in every runtime, and writes a report:
 *
 *   node bench/querystring/pairs.mjs [--runtime <name>]... [--output <path>]
 *
 * Each runtime is a process of its own, in which `compare-pairs.mjs` lets both take turns.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { reportToStandardError } from '../../scripts/run/progress.mjs';
import { runtimeCommand } from '../../scripts/runtimes/runtime.mjs';
import { machine } from '../report/machine.mjs';

const compare = fileURLToPath(new URL('compare-pairs.mjs', import.meta.url));

const { values: options } = parseArgs({
  options: {
    runtime: { type: 'string', multiple: true, default: ['node@20', 'node@24', 'node@26', 'bun', 'deno'] },
    output: { type: 'string' },
  },
});

reportToStandardError();
const measured = [];
for (const specifier of options.runtime) {
  process.stderr.write(`${specifier} …\n`);
  const [executable, ...args] = await runtimeCommand(specifier);
  measured.push(JSON.parse(execFileSync(executable, [...args, compare, '--json'], { encoding: 'utf8' })).rows);
}

const ratio = ({ fastest }) => (fastest.pairs / fastest.URLSearchParams).toFixed(2);
const lines = measured[0].map(({ operation, input }, row) => [
  `${operation}: ${input}`,
  ...measured.map((rows) => `${ratio(rows[row])}×`),
]);
const page = `${[
  '# Pairs one by one: how fast',
  `Written by \`npm run bench -- pairs\`, on ${machine()}`,
  `The time of [\`rt-std/querystring/pairs\`](../api/querystring.md#pairs-one-by-one) relative to that of \`URLSearchParams\`, which is made of the text in each call: below 1, rt-std is faster.
Both take turns in one process of each runtime; the best of all turns is compared, which a busy machine disturbs least. "all" reads every pair, "get" the value of the last key, or of one that is not there.`,
  markdownTable(['', ...options.runtime], lines),
].join('\n\n')}\n`;
if (options.output) writeFileSync(`${options.output}.md`, page);
else console.log(page);
