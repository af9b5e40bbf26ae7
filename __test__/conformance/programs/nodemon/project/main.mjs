// Drives nodemon by its documented events: each step of the plan waits for the effect
// of the one before.
import { readFileSync, writeFileSync } from 'node:fs';
import nodemon from 'nodemon';

const lines = [];
const file = 'server.cjs';
const serve = (version) => `const { appendFileSync } = require('node:fs');
process.once('SIGUSR2', () => {
  appendFileSync('signals', 'SIGUSR2\\n');
  process.kill(process.pid, 'SIGUSR2');
});
setInterval(() => {}, 1_000);
process.stdout.write('version ${version}\\n');
`;
const plan = {
  'version 1': () => change(serve(2)),
  'version 2': () => nodemon.emit('restart'),
  'version 2 again': () => change('process.exit(1);\n'),
  crash: () => change(serve(4)),
  'version 4': () => nodemon.emit('quit'),
};

/** Writes the file, and again when nothing has happened: a watcher may not be ready yet. */
function change(text) {
  const seen = lines.length;
  writeFileSync(file, text);
  setTimeout(() => lines.length === seen && change(text), 5_000);
}

function see(line) {
  const again = lines.includes(line) ? `${line} again` : line;
  lines.push(line);
  plan[again]?.();
}

writeFileSync(file, serve(1));
nodemon({ script: file, stdout: false, delay: 0.1, ext: 'cjs', watch: [file] });
for (const event of ['start', 'restart', 'crash']) nodemon.on(event, () => see(event));
nodemon.on('stdout', (data) => {
  for (const line of String(data).trim().split('\n')) see(line);
});
nodemon.once('quit', () => {
  lines.push('quit');
  const signals = readFileSync('signals', 'utf8').trim().split('\n');
  console.log(JSON.stringify({ lines, signals }));
  process.exit();
});
