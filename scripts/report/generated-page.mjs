import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/** A page of `docs/` that is written by a program, never by hand. */
export class GeneratedPage {
  #path;
  #make;

  /**
   * @param {string} path from the root of the clone
   * @param {() => Promise<string>} make returns the page
   */
  constructor(path, make) {
    this.#path = path;
    this.#make = make;
  }

  async write() {
    await writeFile(join(root, this.#path), await this.#make());
  }

  /**
   * The main function of a program that writes the page or, with `--check`, fails when it is out of
   * date.
   */
  async main() {
    const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
    await main(async () => {
      if (!options.check) return this.write();
      if ((await this.#current()) !== (await this.#make())) throw new Failure(`${this.#path} is out of date`);
    });
  }

  async #current() {
    try {
      return await readFile(join(root, this.#path), 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
