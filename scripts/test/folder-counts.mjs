import { noCounts } from './counts.mjs';

/** Counts of tests by the folder of their spec. */
export class FolderCounts {
  #byFolder = new Map();

  /** @param {import('./spec-lines.mjs').Result} result */
  add({ outcome, title }) {
    const [folder] = title.split(' › ');
    const counts = this.#byFolder.get(folder) ?? noCounts();
    counts[outcome]++;
    this.#byFolder.set(folder, counts);
  }

  /** By folder: how many passed, and with words how many did not. */
  describeAll() {
    return Object.fromEntries([...this.#byFolder].map(([folder, counts]) => [folder, describe(counts)]));
  }
}

function describe({ passed, failed, skipped }) {
  return [`${passed}`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
}
