import nodeModule from 'node:child_process';
import { freemem } from 'node:os';
import rtStd from 'rt-std/child_process';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
const WARM_UP_ROUNDS = 5;
const CONTESTANTS = [
  ['Node', nodeModule],
  ['rt-std', rtStd],
];

/** Memory for a parent to hold; out here no optimization can find that it is not read. */
const held = [];

/**
 * Times `spawn('true')` in turns with Node's own, in this process: as it is, and while it holds 1
 * GiB.
 *
 * @param {import('./report.mjs').Report} report
 */
export async function visitLatency(report) {
  report.line("spawn('true', { stdio: 'ignore' }), taking turns");
  const rows = [['', '', 'Node', 'rt-std', 'ratio', 'fastest: Node', 'rt-std']];
  rows.push(...(await measure(`this process, ${Math.round(process.memoryUsage.rss() / MEBIBYTE)} MiB`, 60)));
  if (availableMemory() > 1.5 * GIBIBYTE) {
    // A value other than 0: the pages of a Buffer that nobody has written to don't exist yet.
    held.push(Buffer.alloc(GIBIBYTE, 1));
    rows.push(...(await measure('and 1 GiB held', 20)));
    held.length = 0;
  } else {
    report.line('Less than 1.5 GiB of memory is free: not measured with 1 GiB held.');
  }
  report.table('llrrrrr', rows);
  report.line(
    'Medians, then the fastest of each. On a busy machine the medians are also those of waiting for a free core.',
  );
}

async function measure(situation, rounds) {
  const samples = new Map(CONTESTANTS.map(([name]) => [name, { call: [], exit: [] }]));
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    for (const [name, module] of CONTESTANTS) {
      const { call, exit } = await time(module.spawn);
      if (round < WARM_UP_ROUNDS) continue;
      samples.get(name).call.push(call);
      samples.get(name).exit.push(exit);
    }
  }
  const row = (label, title, key) => {
    const [node, ours] = CONTESTANTS.map(([name]) => median(samples.get(name)[key]));
    const fastest = CONTESTANTS.map(([name]) => microseconds(Math.min(...samples.get(name)[key])));
    return [label, title, microseconds(node), microseconds(ours), `${(node / ours).toFixed(1)}×`, ...fastest];
  };
  return [row(situation, 'the call blocks for', 'call'), row('', "call to 'exit'", 'exit')];
}

/** Milliseconds until the call returned, and until `'exit'`. */
function time(spawn) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn('true', { stdio: 'ignore' });
    const call = performance.now() - start;
    let exit;
    child.once('error', reject);
    child.once('exit', () => {
      exit = performance.now() - start;
    });
    child.once('close', (code) => {
      if (code === 0) resolve({ call, exit });
      else reject(new Error(`true exited with ${code}`));
    });
  });
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

function microseconds(milliseconds) {
  return `${Math.round(milliseconds * 1000).toLocaleString('en')} µs`;
}

/**
 * Bytes that this process may still take: a container's limit can be lower than what the machine
 * has.
 */
function availableMemory() {
  return Math.min(freemem(), process.availableMemory?.() ?? Number.POSITIVE_INFINITY);
}
