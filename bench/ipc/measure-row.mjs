/**
 * Measures one row in this process, as `index.mjs` asks for: arguments are the module whose `fork` is measured, the row's name and the number of passes. Prints the
 * milliseconds of each pass as JSON.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { exercises } from './exercises.mjs';
import { rows } from './rows.mjs';

const [moduleName, rowName, passes, ...execArgv] = process.argv.slice(2);
const { fork } = await import(moduleName);
const row = rows.get(rowName);
const child = fork(fileURLToPath(new URL('child.cjs', import.meta.url)), [row.child], {
  execArgv,
  serialization: row.serialization,
});
await once(child, 'message');

const milliseconds = [];
// The first pass warms up: its time does not count.
for (let pass = 0; pass <= Number(passes); pass++) {
  const start = performance.now();
  await exercises[row.exercise](child, row);
  if (pass > 0) milliseconds.push(performance.now() - start);
}
console.log(JSON.stringify(milliseconds));
child.disconnect();
