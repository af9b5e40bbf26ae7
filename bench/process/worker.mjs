/**
 * Measures one row in a process of its own: `<runtime> worker.mjs <row> <module>...`, where a
 * module is one of `MODULES`.
 *
 * Each line of standard input is a number of rounds to do; the samples of these come back as a line
 * of JSON: milliseconds by what was measured, by module. With several modules these take turns
 * within each round. The process ends with its input.
 */
import { createInterface } from 'node:readline';
import { holdWhatTheRowAsksFor } from './held.mjs';
import { rows } from './rows/index.mjs';

const MODULES = {
  own: () => import('node:child_process'),
  'rt-std': () => import('rt-std/child_process'),
};

const [rowName, ...names] = process.argv.slice(2);
const row = rows.get(rowName);
const modules = await Promise.all(names.map(async (name) => [name, (await MODULES[name]()).default]));
const release = await holdWhatTheRowAsksFor(row, modules[0][1]);
let roundsDone = -(row.warmUp ?? 1);
while (roundsDone < 0) await measureOnce({});

for await (const line of createInterface({ input: process.stdin })) {
  const samples = Object.fromEntries(names.map((name) => [name, {}]));
  for (let round = 0; round < Number(line); round++) await measureOnce(samples);
  console.log(JSON.stringify(samples));
}
release();

async function measureOnce(samples) {
  // Who goes second finds the caches as the first left them: change places.
  const order = roundsDone % 2 === 0 ? modules : modules.toReversed();
  roundsDone += 1;
  for (const [name, childProcess] of order) {
    const times = await row.measure(childProcess);
    for (const [what, milliseconds] of Object.entries(samples[name] ? times : {})) {
      samples[name][what] ??= [];
      samples[name][what].push(milliseconds);
    }
  }
}
