import { noCounts } from './counts.mjs';

/** Counts of tests by the folder of their spec. */
export class RoomCounts {
  #byRoom = new Map();

  /** @param {import('./spec-lines.mjs').Result} result */
  add({ outcome, title }) {
    const [room] = title.split(' › ');
    const counts = this.#byRoom.get(room) ?? noCounts();
    counts[outcome]++;
    this.#byRoom.set(room, counts);
  }

  /** By folder: how many passed, and with words how many did not. */
  describeAll() {
    return Object.fromEntries([...this.#byRoom].map(([room, counts]) => [room, describe(counts)]));
  }
}

function describe({ passed, failed, skipped }) {
  return [`${passed}`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
}
