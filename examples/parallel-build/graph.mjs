/**
 * Runs what depends on each other, at most `jobs` at once. The first failure aborts the signal that
 * the others have, starts no more, and is thrown when they have ended.
 *
 * @template {{ needs?: string[] }} Step
 * @param {Record<string, Step>} steps by their names
 * @param {object} options
 * @param {number} options.jobs
 * @param {(name: string, step: Step, signal: AbortSignal) => Promise<void>} options.run
 * @param {AbortSignal} options.signal aborts all
 */
export async function runGraph(steps, { jobs, run, signal }) {
  if (!Number.isInteger(jobs) || jobs < 1) throw new RangeError('--jobs must be a whole number from 1');
  const waiting = new Map(Object.entries(steps).map(([name, { needs = [] }]) => [name, new Set(needs)]));
  check(waiting);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const running = new Map();
  while ((waiting.size > 0 && !stop.aborted) || running.size > 0) {
    for (const [name, needs] of stop.aborted ? [] : waiting) {
      if (running.size === jobs) break;
      if (needs.size > 0) continue;
      waiting.delete(name);
      running.set(name, settle(name));
    }
    // Each time one ends, others may be ready.
    running.delete(await Promise.race(running.values()));
  }
  stop.throwIfAborted();

  async function settle(name) {
    try {
      await run(name, steps[name], stop);
      for (const needs of waiting.values()) needs.delete(name);
    } catch (error) {
      failed.abort(error); // what comes after the first changes nothing
    }
    return name;
  }
}

/** Throws for a need that does not exist, and for steps that wait for each other. */
function check(waiting) {
  const checked = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) throw new Error(`these wait for each other: ${[...path, name].join(' → ')}`);
    if (checked.has(name)) return;
    for (const need of waiting.get(name)) {
      if (!waiting.has(need)) throw new Error(`${name} needs ${need}, which does not exist`);
      visit(need, [...path, name]);
    }
    checked.add(name);
  };
  for (const name of waiting.keys()) visit(name, []);
}
