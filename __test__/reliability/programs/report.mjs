import { writeSync } from 'node:fs';

/** The descriptor on which the runner reads, one JSON text a line. */
const REPORTS = 3;
/** How often progress is reported at most, in milliseconds. */
const INTERVAL = 500;

/** What this process was asked to do: how often, from which seed, and what belongs to the part. */
export const { count, seed, ...plan } = JSON.parse(process.argv[2]);

let last = 0;

/**
 * Tells the runner that the part goes on; one that is silent for long hangs.
 *
 * @param {number} done how many of `count`
 */
export function progress(done) {
  const now = performance.now();
  if (now - last < INTERVAL) return;
  last = now;
  write({ progress: done });
}

/**
 * Reports what was measured. A process that ends without a result has failed.
 *
 * @param {Record<string, number | string>} measured by name
 * @param {readonly string[]} failures what is not as it must be, in words
 */
export function result(measured, failures) {
  write({ measured, failures: failures.slice(0, 20) });
}

function write(report) {
  writeSync(REPORTS, `${JSON.stringify(report)}\n`);
}
