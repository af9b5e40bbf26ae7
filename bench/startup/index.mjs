// What loading rt-std before a program costs: `node bench/startup/index.mjs [--repetitions 20] [--node <path> …]`. Needs a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '20' },
    node: { type: 'string', multiple: true, default: [process.execPath] },
  },
});

const dist = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..', 'dist');
const folder = mkdtempSync(join(tmpdir(), 'rt-std-startup-'));
const program = join(folder, 'empty.js');
writeFileSync(program, '');

/** How an empty program is started, by what is loaded before it. */
const WAYS = {
  nothing: [],
  '--require register': ['--require', join(dist, 'register', 'index.js')],
  '--import register': ['--import', join(dist, 'register', 'index.js')],
  '--require override': ['--require', join(dist, 'override', 'index.js')],
  '--import override': ['--import', join(dist, 'override', 'index.js')],
  rt: [join(dist, 'command', 'rt.js')],
  'rt --override': [join(dist, 'command', 'rt.js'), '--override'],
};

function milliseconds(node, args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(node, [...args, program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} ${args.join(' ')}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

for (const node of values.node) {
  const times = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
  // In turns: a machine that slows down for a moment does so for all of them.
  for (let round = 0; round < Number(values.repetitions); round++) {
    for (const [way, args] of Object.entries(WAYS)) times[way].push(milliseconds(node, args));
  }
  const bare = median(times.nothing);
  console.log(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim());
  for (const [way, all] of Object.entries(times)) {
    const middle = median(all);
    console.log(`  ${way.padEnd(20)} ${middle.toFixed(1).padStart(7)} ms  +${(middle - bare).toFixed(1)} ms`);
  }
}
rmSync(folder, { recursive: true });
