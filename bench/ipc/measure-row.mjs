/**
 * Measures one row in this process:
 * `<runtime> measure-row.mjs <module> <row> <passes> [<execArgv>...]`, where the module is 'own' or
 * 'rt-std'. Prints the milliseconds of each pass as JSON.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { exercises } from './exercises.mjs';
import { rows } from './rows.mjs';

const [moduleName, rowName, passes, ...execArgv] = process.argv.slice(2);
const { fork } = await import(moduleName === 'own' ? 'node:child_process' : 'rt-std/child_process');
const row = rows.get(rowName);
const child = fork(fileURLToPath(new URL('child.cjs', import.meta.url)), [row.child], {
  execArgv,
  serialization: row.serialization,
});
const [{ isChannelOurs }] = await once(child, 'message');
assert.equal(isChannelOurs, execArgv.length > 0);

const milliseconds = [];
// The first pass warms up: its time does not count.
for (let pass = 0; pass <= Number(passes); pass++) {
  const start = performance.now();
  await exercises[row.exercise](child, row);
  if (pass > 0) milliseconds.push(performance.now() - start);
}
console.log(JSON.stringify(milliseconds));
child.disconnect();
