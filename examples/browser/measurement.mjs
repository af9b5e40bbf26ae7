/** Milliseconds. Browsers tick every millisecond or tenth of one: a turn has to last many ticks. */
const TURN = 20;
const ROUNDS = 9;

/**
 * Measures functions by turns, so that whatever disturbs the machine disturbs all of them.
 *
 * @param {Record<string, () => unknown>} contestants
 * @param {(part: number) => void} onProgress called with the part that is done, 0 to 1
 * @returns {Promise<Record<string, number>>} nanoseconds of a call, the median of all rounds
 */
export async function measure(contestants, onProgress) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    onProgress(round / ROUNDS);
    for (const [name, call] of Object.entries(contestants)) {
      // The page stays alive between turns.
      await new Promise((resolve) => setTimeout(resolve));
      times[name].push(turn(call));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/**
 * What the calls return is kept where everybody could see it, or the engine could leave them out.
 */
export let kept;

/** Nanoseconds of a call. The clock is seldom looked at, since that takes as long as a call. */
function turn(call) {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  for (let more = 1; elapsed < TURN; more *= 2) {
    for (let index = 0; index < more; index++) kept = call();
    calls += more;
    elapsed = performance.now() - start;
  }
  return (elapsed / calls) * 1e6;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
