/**
 * Sends messages of random lengths both ways at once, with pauses, and checks that each arrives
 * once, unchanged and in order, and that memory stays as it is.
 *
 * npm run test:soak [-- --gibibytes <number> | --messages <number>] [--longest <characters>]
 * [--serialization json|advanced] [--both-ends] [--seed <number>]
 *
 * By default 20 GiB of text, half of it each way, in messages of up to 1 MiB. --both-ends runs the
 * child with our end of the channel too.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fork } from 'rt-std/child_process';
import { exchange } from './peer.mjs';

const MEBIBYTE = 1024 ** 2;
/** What memory may grow by once half of the messages have come. */
const MOST_GROWTH = 64 * MEBIBYTE;

const { values: options } = parseArgs({
  options: {
    gibibytes: { type: 'string', default: '20' },
    messages: { type: 'string' },
    longest: { type: 'string', default: String(MEBIBYTE) },
    serialization: { type: 'string', default: 'json' },
    'both-ends': { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const seed = Number(options.seed);
const longest = Number(options.longest);
/** Of lengths that are spread evenly over the orders of magnitude. */
const averageLength = longest / Math.log(longest);
const total = Number(options.messages ?? Math.ceil((Number(options.gibibytes) * 1024 ** 3) / averageLength));
const count = Math.ceil(total / 2);
console.log(
  `${2 * count} messages of up to ${longest} characters, --serialization ${options.serialization} --seed ${seed}`,
);

const child = fork(
  fileURLToPath(new URL('child.mjs', import.meta.url)),
  [JSON.stringify({ seed: seed + 1, otherSeed: seed, count, longest })],
  { serialization: options.serialization, execArgv: options['both-ends'] ? ['--require', 'rt-std/override'] : [] },
);
const ended = once(child, 'close');
const summary = new Promise((resolve) => {
  child.on('message', (message) => message.mostMemory !== undefined && resolve(message));
});
const memory = { firstHalf: 0, secondHalf: 0 };
const start = performance.now();
const bytes = await exchange(child, { seed, otherSeed: seed + 1, count, longest }, (received, receivedBytes) => {
  if (received % Math.ceil(count / 100) !== 0) return;
  const half = received <= count / 2 ? 'firstHalf' : 'secondHalf';
  memory[half] = Math.max(memory[half], process.memoryUsage.rss());
  if (process.stdout.isTTY) process.stdout.write(`\r${received} came, ${inMebibytes(receivedBytes)} MiB`);
});
const { mostMemory } = await summary;
const [code] = await ended;
if (code !== 0) throw new Error(`the child ended with ${code}`);
const seconds = (performance.now() - start) / 1000;
console.log(`\nall came, in order: ${inMebibytes(2 * bytes)} MiB of text in ${seconds.toFixed(1)} s`);
console.log(
  `memory at most: ${inMebibytes(memory.firstHalf)} MiB in the first half, ${inMebibytes(memory.secondHalf)} MiB in the second; the child's ${inMebibytes(mostMemory)} MiB`,
);
if (memory.secondHalf > memory.firstHalf + MOST_GROWTH) throw new Error('memory has grown');

function inMebibytes(amount) {
  return Math.round(amount / MEBIBYTE);
}
