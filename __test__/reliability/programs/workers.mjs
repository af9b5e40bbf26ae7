// Terminates workers at random points of what they do with children.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { randomNumbers } from '../../soak/messages.mjs';
import { count, seed } from './report.mjs';
import { makeRounds } from './rounds.mjs';

const AT_ONCE = 6;
/** One worker in so many talks to a forked child besides. */
const WORKERS_PER_FORK = 4;
/** When a worker is terminated at the latest, in milliseconds after it has begun. */
const LONGEST_LIFE = 40;
const random = randomNumbers(seed);
let forks = 0;

await makeRounds(
  async (index) => {
    const hasFork = index % WORKERS_PER_FORK === 0;
    if (hasFork) forks += 1;
    const worker = new Worker(new URL('busy-worker.mjs', import.meta.url), {
      workerData: { seed: seed + index, forks: hasFork },
    });
    await once(worker, 'message');
    // A forked child needs a while until it answers.
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_LIFE * (hasFork ? 3 : 1)));
    await worker.terminate();
  },
  { atOnce: AT_ONCE, measured: () => ({ workers: count, forks }) },
);
