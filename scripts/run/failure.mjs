/**
 * A step that cannot go on: what happened, what to do about it, and the last lines of the program
 * that failed.
 */
export class Failure extends Error {
  /**
   * @param {string} message what failed
   * @param {{ remedy?: string, output?: string, cause?: unknown }} [details]
   */
  constructor(message, { remedy, output, cause } = {}) {
    super(message, { cause });
    this.name = 'Failure';
    this.remedy = remedy;
    this.output = output;
  }
}

/** Prints a failure the way a person needs it: the end of the output, the message, the remedy. */
export function printFailure(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output) console.error(`${error.output.trimEnd()}\n`);
  console.error(`failed: ${error.message}`);
  if (error.remedy) console.error(`what to do: ${error.remedy}`);
}

/**
 * Runs a script's main function: its result is the exit status, a failure is printed and becomes 1.
 */
export async function main(body) {
  // Without a handler a signal ends the process at once, and locks and temporary folders would
  // stay.
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.once(signal, () => process.exit(status));
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    printFailure(error);
    // Other steps may still be running; what they have started ends with this process.
    process.exit(1);
  }
}

/**
 * What `body` gives, or why that cannot be had here, in a line with what to do about it.
 *
 * @template Found
 * @param {() => Promise<Found>} body
 * @returns {Promise<Found | { missing: string }>}
 */
export async function orMissing(body) {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [line] = error.message.split('\n');
    return { missing: error.remedy ? `${line}; ${error.remedy}` : line };
  }
}

/**
 * The result of one part of a run, whose other parts go on when it fails: its counts, or one
 * failure, which is printed.
 *
 * @param {() => Promise<import('../test/counts.mjs').Counts>} part
 */
export async function outcome(part) {
  try {
    return await part();
  } catch (error) {
    printFailure(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
