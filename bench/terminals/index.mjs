// Terminals of `rt-std/pty` beside those of node-pty: `npm run bench -- terminals`. Needs a build,
// and a C++ compiler for node-pty. Each figure is taken by turns in one process.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writePage } from '../report/write-page.mjs';
import { installNodePty } from './install.mjs';
import { page } from './page.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    mebibytes: { type: 'string', default: '100' },
    output: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const bytes = Number(values.mebibytes) * 2 ** 20;

const packages = createRequire(join(await installNodePty('bench'), 'package.json'));
const contestants = {
  'rt-std/pty': createRequire(import.meta.url)('../../dist/pty/index.js'),
  'node-pty': packages('node-pty'),
};

const KEYS_PER_ROUND = 200;

const rows = {
  prompt: { rounds, run: toPrompt },
  output: { rounds: Math.max(3, Math.ceil(rounds / 5)), run: output },
  echo: { rounds: Math.max(3, Math.ceil(rounds / 2)), run: echo },
};

const results = {};
for (const [row, { rounds: times, run }] of Object.entries(rows)) {
  const samples = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  // The first round, which loads what is needed, does not count.
  for (let round = -1; round < times; round++) {
    const names = Object.keys(contestants);
    for (const name of round % 2 === 0 ? names : names.reverse()) {
      const taken = await run(contestants[name], name);
      if (round >= 0) samples[name].push(...taken);
    }
  }
  results[row] = samples;
}
const text = page(results, { rounds, mebibytes: Number(values.mebibytes) });
if (values.output) writePage(values.output, () => text);
console.log(text);

function ended(program) {
  return new Promise((settle) => program.onExit(settle));
}

/** Milliseconds from the call to the first prompt of a shell. */
async function toPrompt({ spawn }) {
  const started = performance.now();
  const shell = spawn('bash', ['--norc', '--noprofile', '-i'], { env: { PATH: process.env.PATH, PS1: 'ready> ' } });
  let seen = '';
  const time = await new Promise((settle) => {
    shell.onData((data) => {
      seen += data;
      if (seen.includes('ready> ')) settle(performance.now() - started);
    });
  });
  const end = ended(shell);
  shell.kill('SIGKILL');
  await end;
  return [time];
}

/** Milliseconds until all that a program writes has come; fails when some of it is missing. */
async function output({ spawn }, name) {
  const started = performance.now();
  const script = `stty raw; head -c ${bytes} /dev/zero`;
  const program = spawn('sh', ['-c', script], { encoding: null });
  let length = 0;
  program.onData((data) => {
    length += data.length;
  });
  await ended(program);
  if (length !== bytes) console.error(`${name}: ${bytes - length} bytes of ${bytes} are missing`);
  return [performance.now() - started];
}

/** Milliseconds from each keystroke to its echo by a program. */
async function echo({ spawn }) {
  const program = spawn('sh', ['-c', 'stty raw -echo; printf ready; exec cat'], {});
  let arrived = () => {};
  let seen = '';
  program.onData((data) => {
    seen += data;
    arrived();
  });
  while (!seen.includes('ready')) await delay(5);
  const times = [];
  for (let key = 0; key < KEYS_PER_ROUND; key++) {
    const next = new Promise((settle) => {
      arrived = settle;
    });
    const started = performance.now();
    program.write('x');
    await next;
    times.push(performance.now() - started);
    await delay(1);
  }
  const end = ended(program);
  program.kill('SIGKILL');
  await end;
  return times;
}
