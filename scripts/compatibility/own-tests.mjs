import { SUPPORTED } from '../test/matrix.mjs';
import { RoomCounts } from '../test/room-counts.mjs';
import { writePage } from './page.mjs';
import { record } from './results.mjs';

/** What our own specs came to on each Node. */
export class OwnTests {
  #byMajor = new Map(SUPPORTED.map((major) => [major, new RoomCounts()]));

  /**
   * @param {number} major of Node
   * @param {import('../test/spec-lines.mjs').Result} result
   */
  add(major, result) {
    this.#byMajor.get(major).add(result);
  }

  /** Writes the table. */
  async record() {
    const counts = [...this.#byMajor.values()];
    const rooms = [...new Set(counts.flatMap((one) => one.rooms()))].sort();
    await record('own-tests', {
      command: 'npm run test:matrix -- --record',
      heading: ['Specs', ...SUPPORTED.map((major) => `Node ${major}`)],
      textColumns: 1,
      lines: rooms.map((room) => [`\`${room}\``, ...counts.map((one) => one.describe(room))]),
      remarks: [
        'Tests that passed; those that failed or were skipped stand behind. A skipped test says why in its title.',
      ],
    });
    await writePage();
  }
}
