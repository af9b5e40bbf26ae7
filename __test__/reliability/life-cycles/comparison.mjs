import { fileURLToPath } from 'node:url';
import { differences, isCrash } from './compare.mjs';
import { Host } from './host.mjs';
import { randomProgram } from './random-program.mjs';
import { shrink } from './shrink.mjs';

const OVERRIDE = fileURLToPath(new URL('../../../dist/override/index.js', import.meta.url));
/**
 * How long what should come is waited for, in milliseconds: at first, and when it did not come with
 * both modules alike.
 */
const PATIENCE = 3000;
const LONGER_PATIENCE = 10_000;
/** How often a difference has to show itself. */
const REPEATS = 5;

/** A pair of processes, one with Node's module and one with ours, that runs the same programs. */
export class Comparison {
  #node;
  #ours;

  /** @param {string} executable of Node */
  constructor(executable) {
    this.#node = new Host(executable, []);
    this.#ours = new Host(executable, ['--require', OVERRIDE]);
  }

  /**
   * Runs the program of a seed.
   *
   * @returns {Promise<'same' | 'race' | Different>} `race`: a difference that was not there again
   *
   * @typedef {object} Different
   * @property {object} program
   * @property {object[]} different
   * @property {true} [hasCrashed] whether ours has crashed, which need not be there again
   */
  async ofSeed(seed) {
    return this.of(randomProgram(seed));
  }

  /** The same for a program. */
  async of(program, { isShrunk = true } = {}) {
    let different = await this.#differences(program, PATIENCE);
    if (different.length === 0) return 'same';
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      if (different.some(isCrash)) return { program, different, hasCrashed: true };
      different = await this.#differences(program, LONGER_PATIENCE);
      if (different.length === 0) return 'race';
    }
    const shows = async (smaller) =>
      (await this.#differences(smaller, PATIENCE)).length > 0 &&
      (await this.#differences(smaller, PATIENCE)).length > 0;
    const smallest = isShrunk ? await shrink(program, shows) : program;
    const left = isShrunk ? await this.#differences(smallest, PATIENCE) : different;
    // What needs a certain moment may not be there with the smaller program this time.
    return left.length === 0 ? { program, different } : { program: smallest, different: left };
  }

  /**
   * Whether the program of a seed shows a difference each of so many times.
   *
   * @param {number} seed
   * @param {number} times
   */
  async isAlwaysDifferent(seed, times) {
    const program = randomProgram(seed);
    for (let time = 0; time < times; time++) {
      if ((await this.#differences(program, LONGER_PATIENCE)).length === 0) return false;
    }
    return true;
  }

  end() {
    this.#node.end();
    this.#ours.end();
  }

  async #differences(program, patience) {
    const [node, ours] = await Promise.all([this.#node, this.#ours].map((host) => host.run({ program }, patience)));
    return differences(program, node, ours);
  }
}
