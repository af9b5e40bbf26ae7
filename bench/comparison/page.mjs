import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GeneratedPage } from '../../scripts/report/generated-page.mjs';
import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { Failure } from '../../scripts/run/failure.mjs';
import { root } from '../../scripts/run/project.mjs';
import { questions } from './questions.mjs';
import { recorded } from './results.mjs';
import { terminalQuestions } from './terminal-questions.mjs';

/** Rows of `docs/benchmarks/process.json`: what was done, and which of its times is shown. */
const times = {
  'spawn-ignore': ['start a program, small parent', 'call blocks'],
  'spawn-ignore-memory': ['start a program, parent of 2 GiB', 'call blocks'],
  exec: ["`exec('echo hi')`", 'call to callback'],
  'spawn-sync': ['`spawnSync`, small parent', 'run'],
  'spawn-sync-memory': ['`spawnSync`, parent of 2 GiB', 'run'],
};

/** `docs/comparison.md`. */
export const page = new GeneratedPage('docs/comparison.md', async () => {
  const results = await recorded('questions');
  const terminals = await recorded('terminals');
  if (results === undefined || terminals === undefined)
    throw new Failure('nothing is recorded', { remedy: 'run: npm run bench -- comparison' });
  return [
    '# Comparison with others',
    'Written by `npm run docs -- comparison` from recorded runs. Each _yes_ and _no_ is the answer of a small program ' +
      `that tries it (\`bench/comparison\`); \`npm run bench -- comparison\` repeats them. Taken on ${results.taken}.`,
    '## What they do',
    answerTable(questions, results.answers),
    'Options that only rt-std knows were given to all. execa is a package over the module of the runtime it runs in; under ' +
      '[`rt-std/override`](guide/switching.md) that is rt-std, and both add up.',
    '## Terminals',
    `${terminalIntroduction} Taken on ${terminals.taken}.`,
    answerTable(terminalQuestions, terminals.answers),
    terminalNotes,
    '## How long they take',
    timeTable(),
    "Times of the best tenth of the runs, each with that runtime's own `child_process`: [benchmarks](benchmarks/process.md).",
    '## Which to choose',
    choice,
    '',
  ].join('\n\n');
});

const choice = `| | Choose it for |
|---|---|
| rt-std | programs that start many processes or hold much memory, supervisors, build tools, messages between processes, terminals; Linux |
| Node's own module | macOS and Windows, and programs that start a process now and then |
| execa, zx, tinyexec | a shorter way to write commands. They work over rt-std: [programs](compatibility.md#programs) |
| Bun, Deno | when the runtime is yours to choose. rt-std runs in both: [limits](compatibility.md#bun-and-deno) |
| node-pty | terminals on macOS and Windows |`;

const terminalIntroduction =
  'What a program gets that is started in a terminal: by the [option `terminal`](terminals.md) of ' +
  '`rt-std/child_process`, by [`rt-std/pty`](api/pty.md), which has the API of node-pty, and by node-pty.';

const terminalNotes =
  'Where `rt-std/pty` answers _no_, it does as node-pty does, whose API has nothing else. Both were measured side by side: ' +
  '[benchmarks](benchmarks/terminals.md); and they show the same on the screen: [programs](api/pty.md#programs-on-the-screen). ' +
  'node-pty runs on macOS and Windows, too.';

function answerTable(all, answers) {
  const contestants = Object.keys(Object.values(answers)[0]);
  const lines = Object.entries(all).map(([name, { title }]) => [
    title,
    ...contestants.map((contestant) => answers[name][contestant]),
  ]);
  return markdownTable(['', ...contestants], lines, contestants.length + 1);
}

function timeTable() {
  const results = JSON.parse(readFileSync(join(root, 'docs', 'benchmarks', 'process.json'), 'utf8'));
  const { 'rt-std': _, ...others } = results['spawn-ignore']['call blocks'];
  const contestants = ['rt-std', ...Object.keys(others).filter((name) => name !== 'no runtime')];
  const lines = Object.entries(times).map(([row, [title, what]]) => [
    title,
    ...contestants.map((contestant) => format(results[row][what][contestant])),
  ]);
  return markdownTable(['', ...contestants], lines);
}

function format(time) {
  if (time === undefined) return '';
  const microseconds = time.tenth * 1000;
  if (microseconds < 10_000) return `${Math.round(microseconds).toLocaleString('en')} µs`;
  return `${Math.round(microseconds / 1000)} ms`;
}
