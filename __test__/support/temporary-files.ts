import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files whose descriptors are given to a child. */
export class TemporaryFiles {
  #folder: string | undefined;
  readonly #descriptors: number[] = [];

  /** A descriptor of a new, empty file, to read and write. */
  open(): number {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'rt-std-files-'));
    const descriptor = openSync(join(this.#folder, String(this.#descriptors.length)), 'w+');
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  /** Closes all, removes them, and tells what is in them, in the order of opening. */
  collect(): Buffer[] {
    const folder = this.#folder;
    if (folder === undefined) return [];
    const contents = this.#descriptors.map((_, index) => readFileSync(join(folder, String(index))));
    for (const descriptor of this.#descriptors) closeSync(descriptor);
    rmSync(folder, { recursive: true });
    return contents;
  }
}
