import { WorkerProcess } from './worker-process.mjs';

/**
 * How many rounds a block has where there are many: the first of a block finds colder caches, and
 * rows are compared with each other.
 */
const MOST_ROUNDS = 10;
/** In how many blocks a row is measured at least. */
const BLOCKS = 5;

/**
 * Measures a row for every contestant in a process of its own; the processes take turns in short
 * blocks, so that a busy moment of the machine meets all of them.
 *
 * Of their own, because a program uses one implementation and would in one process pay for the
 * other: `fork(2)` of a process write-protects all its pages, and whoever comes next takes a page
 * fault at each that it writes to.
 *
 * @param {string} row its name
 * @param {readonly import('./contestants.mjs').Contestant[]} contestants
 * @param {number} repetitions of each
 * @returns {Promise<Record<string, Record<string, number[]>>>} milliseconds, by contestant and what
 * was measured
 */
export async function takeTurns(row, contestants, repetitions) {
  const turns = contestants.map(({ name, command, module }) => {
    return { name, module, worker: new WorkerProcess(row, command, [module]), samples: {} };
  });
  try {
    for (const rounds of blocksOf(repetitions)) {
      for (const { worker, module, samples } of turns) append(samples, (await worker.measure(rounds))[module]);
    }
  } finally {
    await Promise.all(turns.map(({ worker }) => worker.end()));
  }
  return Object.fromEntries(turns.map(({ name, samples }) => [name, samples]));
}

/**
 * The same with all contestants in one process, in turns from one call to the next: what a program
 * sees that uses both.
 *
 * @param {string} row its name
 * @param {readonly import('./contestants.mjs').Contestant[]} contestants of one runtime
 * @param {number} repetitions of each
 */
export async function shareOneProcess(row, contestants, repetitions) {
  const modules = contestants.map(({ module }) => module);
  const worker = new WorkerProcess(row, contestants[0].command, modules);
  try {
    const samples = await worker.measure(repetitions);
    return Object.fromEntries(contestants.map(({ name, module }) => [name, samples[module]]));
  } finally {
    await worker.end();
  }
}

function blocksOf(repetitions) {
  const rounds = Math.min(MOST_ROUNDS, Math.ceil(repetitions / BLOCKS));
  return Array.from({ length: Math.ceil(repetitions / rounds) }, (_, block) =>
    Math.min(rounds, repetitions - block * rounds),
  );
}

function append(samples, more) {
  for (const [what, milliseconds] of Object.entries(more)) {
    samples[what] ??= [];
    samples[what].push(...milliseconds);
  }
}
