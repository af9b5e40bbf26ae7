const started = performance.now();
let output = process.stdout;

/** Whole seconds since the script started. */
export function elapsedSeconds() {
  return Math.round((performance.now() - started) / 1000);
}

/**
 * Prints one plain line with the seconds since the start and the step that it belongs to. There may
 * be no terminal.
 */
export function report(step, text) {
  output.write(`[${String(elapsedSeconds()).padStart(4)} s] ${step}: ${text}\n`);
}

/** For scripts whose standard output is their result. */
export function reportToStandardError() {
  output = process.stderr;
}
