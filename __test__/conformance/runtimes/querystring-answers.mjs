import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtimeCommand } from '../../../scripts/runtimes/runtime.mjs';
import { noCounts } from '../../../scripts/test/counts.mjs';
import { emptyDenoFolder } from './deno-folder.mjs';

const program = join(root, '__test__', '.build', 'querystring', 'support', 'answers.js');
const entries = [
  'rt-std/querystring',
  'rt-std/querystring/wasm',
  'rt-std/querystring/native',
  pathToFileURL(join(root, 'dist', 'browser', 'querystring.mjs')).href,
];
const limit = 600_000;
const mostShown = 3;

/** One run for Bun and one for Deno, by the name of the run. */
export function querystringRuntimes() {
  return {
    'query strings in Bun': async () => compare('bun'),
    'query strings in Deno': async () => compare('deno'),
  };
}

/**
 * Makes the same calls with Node's own module in Node and with every entry of `rt-std/querystring`
 * in another runtime. An entry counts as one test. `RT_FUZZ_COUNT` and `RT_FUZZ_SEED` are those of
 * the fuzzers.
 */
async function compare(name) {
  const step = `query strings in ${name}`;
  const seed = process.env.RT_FUZZ_SEED ?? String(Date.now() % 1_000_000_000);
  const count = process.env.RT_FUZZ_COUNT ?? '20000';
  report(step, `${count} random calls, RT_FUZZ_SEED=${seed}`);
  const expected = await answers(step, [process.execPath], 'node:querystring', seed, count);
  const command = await runtimeCommand(name);
  const counts = noCounts();
  for (const entry of entries) {
    const actual = await answers(step, command, entry, seed, count);
    const different = [...expected.keys()].filter((index) => expected[index] !== actual[index]);
    const same = different.length === 0 && actual.length === expected.length;
    if (same) counts.passed++;
    else {
      counts.failed++;
      report(step, `${entry}: ${different.length} of ${expected.length} calls have another result than in Node`);
      for (const index of different.slice(0, mostShown)) {
        console.log(`  Node: ${expected[index]}\n  here: ${actual[index]}`);
      }
    }
  }
  return counts;
}

async function answers(step, [executable, ...args], entry, seed, count) {
  const lines = [];
  await run(step, executable, [...args, program, entry, seed, count], {
    env: toolEnvironment({ extra: { NO_COLOR: '1', ...emptyDenoFolder() } }),
    limit,
    onLine: (line) => lines.push(line),
  });
  return lines.filter((line) => line !== '');
}
