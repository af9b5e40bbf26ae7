import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('host.cjs', import.meta.url));
/** After so many programs a new process begins, that what one leaves behind does not gather. */
const PROGRAMS_PER_PROCESS = 500;
/** How long a program may take beyond its patience, in milliseconds. */
const LONGEST = 30_000;

/** A process that runs programs with one module, one program at a time; a new one when it ends. */
export class Host {
  #node;
  #flags;
  #process;
  #ran = 0;
  #answer = () => {};

  /**
   * @param {string} node the executable
   * @param {readonly string[]} flags before the program
   */
  constructor(node, flags) {
    this.#node = node;
    this.#flags = flags;
  }

  /**
   * @param {{ seed: number } | { program: object }} what
   * @param {number} patience in milliseconds
   * @returns {Promise<Record<string, unknown[]>>} what was noted, by lanes
   */
  async run(what, patience) {
    if (this.#ran++ % PROGRAMS_PER_PROCESS === 0) await this.#restart();
    const { answer, process } = { answer: this.#next(), process: this.#process };
    process.stdio[3].write(`${JSON.stringify({ ...what, patience })}\n`);
    const timer = setTimeout(() => process.kill('SIGKILL'), LONGEST + 20 * patience);
    const { lanes } = await answer;
    clearTimeout(timer);
    // Who knows what it has left behind.
    if (lanes['the process']) this.#ran = 0;
    return lanes;
  }

  end() {
    this.#process?.stdio[3].end();
  }

  #next() {
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  async #restart() {
    this.end();
    const child = spawn(this.#node, [...this.#flags, HOST], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-2000);
    });
    const ready = this.#next();
    child.stdio[3].on('error', () => {});
    createInterface({ input: child.stdio[3] }).on('line', (line) => this.#answer(JSON.parse(line)));
    child.on('exit', (code, signal) => {
      if (child === this.#process) this.#answer({ lanes: { 'the process': [['ended with', signal ?? code, errors]] } });
    });
    await ready;
  }
}
