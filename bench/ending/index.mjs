// How long it takes to end a tree of processes, beside the packages that people use for it:
// `npm run bench -- ending`. Needs a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedPackages } from '../../scripts/steps/cached-packages.mjs';
import { writePage } from '../report/write-page.mjs';
import { page } from './page.mjs';
import { marked } from './processes.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, output: { type: 'string' } },
});

const packages = createRequire(join(await cachedPackages('ending-tools', 'bench/ending', 'bench'), 'package.json'));
const { killTree } = createRequire(import.meta.url)('../../dist/child_process/index.js');
const treeKill = packages('tree-kill');
const { default: fkill } = await import(pathToFileURL(packages.resolve('fkill')).href);

const ways = {
  'killTree()': (pid) => void killTree(pid, 'SIGKILL'),
  'tree-kill': (pid) => new Promise((settle) => treeKill(pid, 'SIGKILL', settle)),
  fkill: (pid) => fkill(pid, { force: true }),
};

/** A shell with `count - 1` children; or that many shells below each other, and the last one's. */
const wide = (count) => `for i in $(seq ${count - 1}); do sleep 600 & done; wait`;
const deep = (count) => `if [ $0 -gt 1 ]; then sh -c "$1" $(($0 - 1)) "$1" & wait; else sleep 600; fi; # ${count}`;
const trees = {
  '500 processes, wide': { script: wide(500), args: [], count: 500 },
  '50 processes, wide': { script: wide(50), args: [], count: 50 },
  '50 processes, deep': { script: deep(50), args: ['49', deep(50)], count: 50 },
};

let rounds = 0;

/** How long what is left is waited for, in milliseconds. */
const PATIENCE = 1000;

const results = [];
for (const [tree, { script, args, count }] of Object.entries(trees)) {
  const samples = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [way, end] of Object.entries(ways)) samples[way].push(await measure(end, script, args, count));
  }
  results.push({ tree, samples });
}

const text = page(results, Number(values.rounds));
if (values.output) writePage(values.output, () => text);
console.log(text);

/** @returns {Promise<{ call: number, gone: number | undefined, left: number }>} in milliseconds */
async function measure(end, script, args, count) {
  const mark = `RT_STD_BENCH_${process.pid}_${rounds++}=`;
  const options = { stdio: 'ignore', env: { ...process.env, [mark.slice(0, -1)]: '' } };
  const root = spawn('sh', ['-c', script, ...args], options);
  const ended = once(root, 'exit');
  while (marked(mark).length < count) await delay(10);
  // The shells have come to wait.
  await delay(100);
  const before = performance.now();
  await end(root.pid);
  const call = performance.now() - before;
  let left = marked(mark);
  while (left.length > 0 && performance.now() - before < call + PATIENCE) left = marked(mark);
  const gone = left.length === 0 ? performance.now() - before : undefined;
  for (const pid of left) process.kill(pid, 'SIGKILL');
  await ended;
  return { call, gone, left: left.length };
}
