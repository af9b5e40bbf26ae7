// What loading rt-std before a program costs: `npm run bench -- start`. Each row is measured in
// pairs, plain Node and ours in turns. Needs a build, and rustc.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/run/project.mjs';
import { runtime } from '../../scripts/runtimes/runtime.mjs';
import { writePage } from '../report/write-page.mjs';
import { page } from './page.mjs';
import { programs, rows } from './rows.mjs';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '100' },
    node: { type: 'string', multiple: true, default: ['20', '22', '24', '26'] },
    row: { type: 'string', default: '' },
    output: { type: 'string' },
  },
});

/** Resident sets are in KiB. */
const KIB_PER_MB = 1000 / 1.024;

// With NODE_EXTRA_CA_CERTS, Node 20 reads them at its start, for longer than all the rest.
const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE|RT_STD)_/.test(name));

const folder = mkdtempSync(join(tmpdir(), 'rt-std-start-'));
try {
  for (const [name, text] of Object.entries(programs)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(root, join(folder, 'node_modules', 'rt-std'));
  const measure = join(folder, 'measure');
  execFileSync('rustc', ['--edition', '2024', '-O', '-o', measure, join(import.meta.dirname ?? '.', 'measure.rs')]);
  const chosen = rows.filter(({ title }) => title.includes(values.row));
  const results = [];
  for (const major of values.node) results.push(await measureNode(measure, Number(major), chosen));
  const text = page(results, Number(values.repetitions));
  if (values.output) writePage(values.output, () => text);
  console.log(text);
} finally {
  rmSync(folder, { recursive: true });
}

async function measureNode(measure, major, chosen) {
  const own = Number.parseInt(process.versions.node, 10) === major;
  const node = own ? process.execPath : await runtime(`node@${major}`);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  return { version, major, rows: chosen.map((row) => ({ row, ...measureRow([measure, node], row) })) };
}

/** @returns {{ plain: Sample[], ours: Sample[] }} */
function measureRow(command, { plain, ours, options, printsTime }) {
  const samples = { plain: [], ours: [] };
  const ways = { plain: [plain, {}], ours: [ours, options ? { NODE_OPTIONS: options } : {}] };
  for (let round = -1; round < Number(values.repetitions); round++) {
    // The first of two finds other caches than the second.
    for (const way of round % 2 === 0 ? ['plain', 'ours'] : ['ours', 'plain']) {
      const sample = run(command, ways[way], printsTime);
      // The first round reads the files.
      if (round >= 0) samples[way].push(sample);
    }
  }
  return samples;
}

/**
 * @typedef {{ time: number, processor: number, memory: number }} Sample milliseconds, milliseconds,
 *   MB
 */

/** @returns {Sample} */
function run([measure, node], [args, variables], printsTime) {
  const env = { ...Object.fromEntries(inherited), ...variables };
  const text = execFileSync(measure, [node, ...args], { cwd: folder, env, encoding: 'utf8' });
  const lines = text.trim().split('\n');
  const [elapsed, processor, kibibytes] = lines.at(-1).split(' ').map(Number);
  return { time: printsTime ? Number(lines[0]) : elapsed, processor, memory: kibibytes / KIB_PER_MB };
}
