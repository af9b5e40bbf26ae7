import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

/**
 * A process in which one row is measured, for one contestant or for several that share it.
 */
export class WorkerProcess {
  #child;
  #answers;
  #ended;

  /**
   * @param {string} row its name
   * @param {readonly string[]} command the runtime with its own arguments
   * @param {readonly string[]} modules what is measured, as `worker.mjs` names it
   */
  constructor(row, [executable, ...runtimeArguments], modules) {
    this.#child = spawn(executable, [...runtimeArguments, WORKER, row, ...modules], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`the row '${row}' failed in ${executable}: ${signal ?? `exit code ${code}`}`));
      });
    });
    // A failure reaches the caller by the rounds that it asks for.
    this.#ended.catch(() => {});
    this.#child.stdin.on('error', () => {});
  }

  /**
   * Measures a number of rounds.
   *
   * @param {number} rounds
   * @returns {Promise<Record<string, Record<string, number[]>>>} milliseconds, by module and what
   * was measured
   */
  async measure(rounds) {
    this.#child.stdin.write(`${rounds}\n`);
    const { value, done } = await this.#answers.next();
    if (!done) return JSON.parse(value);
    await this.#ended;
    throw new Error('the worker ended without an answer');
  }

  /** Ends the process, and waits for that. */
  async end() {
    this.#child.stdin.end();
    await this.#ended;
  }
}
