/** Measures one row in this process, as `index.mjs` asks for: arguments are its name and the number of repetitions; the samples are printed as JSON. */
import nodeModule from 'node:child_process';
import rtStd from 'rt-std/child_process';
import { rows } from './rows/index.mjs';

const GIBIBYTE = 1024 ** 3;

/** What the process holds while it measures. Not a local variable, which an optimization may drop when it is not read again. */
const held = [];

const [name, repetitions] = process.argv.slice(2);
const { measure, heldGibibytes = 0, warmUp = 1 } = rows.get(name);

// A value other than 0: the pages of a Buffer that nobody has written to don't exist yet.
for (let count = 0; count < heldGibibytes; count++) held.push(Buffer.alloc(GIBIBYTE, 1));

const contestants = [
  ['node', nodeModule],
  ['rtStd', rtStd],
];
const samples = { node: {}, rtStd: {} };
for (let round = -warmUp; round < Number(repetitions); round++) {
  // Who goes second finds the caches as the first left them: change places.
  const order = round % 2 === 0 ? contestants : contestants.toReversed();
  for (const [contestant, childProcess] of order) {
    const times = await measure(childProcess);
    if (round < 0) continue;
    for (const [what, milliseconds] of Object.entries(times)) {
      samples[contestant][what] ??= [];
      samples[contestant][what].push(milliseconds);
    }
  }
}
console.log(JSON.stringify(samples));
