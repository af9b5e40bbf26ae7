// Sends messages of random sizes both ways at once, and checks each by its checksum: the soak test
// with a count of messages.

import { fileURLToPath } from 'node:url';
import { exchange } from '../../soak/peer.mjs';
import { compareHeld } from './compare-held.mjs';
import { closed } from './ended.mjs';
import { held, settled } from './held.mjs';
import { count, plan, progress, result, seed } from './report.mjs';
import { fork } from './tested.mjs';

/** The longest message, in characters; lengths are spread evenly over the orders of magnitude. */
const longest = plan.longest ?? 8192;
/** What a channel's buffers and the heap may grow by, in MiB, while messages are on their way. */
const mostGrowth = plan.mostGrowth ?? 20;
const WARM_UP = 0.1;
/** In short runs, what the engine compiles late would count as left behind. */
const LEAST_WARM_UP = 5000;

const eachWay = Math.ceil(count / 2);
const warmUp = Math.max(eachWay * WARM_UP, Math.min(LEAST_WARM_UP, eachWay / 2));
const child = fork(
  fileURLToPath(new URL('../../soak/child.mjs', import.meta.url)),
  [JSON.stringify({ seed: seed + 1, otherSeed: seed, count: eachWay, longest })],
  { serialization: plan.serialization },
);
const ended = closed(child);
let warm;
let mostMemory = 0;
const bytes = await exchange(child, { seed, otherSeed: seed + 1, count: eachWay, longest }, (received) => {
  progress(2 * received);
  if (!warm && received > warmUp) warm = held();
  if (warm && received % Math.ceil(eachWay / 20) === 0) {
    mostMemory = Math.max(mostMemory, held().mebibytes);
  }
});
const { code, signal } = await ended;
const after = await settled();
// The channel and the child's descriptor are closed by now.
const { left, failures } = compareHeld(warm, after);
const growth = Number((mostMemory - warm.mebibytes).toFixed(1));
if (growth > mostGrowth) failures.push(`${growth} MiB more while messages were on their way`);
if ((signal ?? code) !== 0) failures.push(`the child ended with ${signal ?? code}`);
result(
  { 'each way': eachWay, 'MiB of text': Math.round((2 * bytes) / 2 ** 20), ...left, 'MiB more meanwhile': growth },
  failures,
);
