import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/** A page that is written by a program: all of it, or what stands between two marks. */
export class GeneratedPage {
  #path;
  #make;

  /**
   * @param {string} path from the root of the clone
   * @param {(current: string | undefined) => Promise<string>} make returns the page; `current` is
   *   what the file holds now
   */
  constructor(path, make) {
    this.#path = path;
    this.#make = make;
  }

  async write() {
    await writeFile(join(root, this.#path), await this.#make(await this.#current()));
  }

  /**
   * The main function of a program that writes the page or, with `--check`, fails when it is out of
   * date.
   */
  async main() {
    const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
    await main(async () => {
      if (!options.check) return this.write();
      const current = await this.#current();
      if (current !== (await this.#make(current))) throw new Failure(`${this.#path} is out of date`);
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

/**
 * Puts a generated part into a page that is written by hand, between `<!-- name: start -->` and
 * `<!-- name: end -->`.
 *
 * @param {string} text of the page
 * @param {string} name of the part
 * @param {string} part
 * @throws {Failure} when a mark is missing
 */
export function withPart(text, name, part) {
  const [start, end] = [`<!-- ${name}: start -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Failure(`there is no '${start}' with '${end}' behind it`);
  return `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`;
}
