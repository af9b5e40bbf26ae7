import { FolderCounts } from '../../../scripts/test/folder-counts.mjs';
import { page } from '../page.mjs';
import { record, recorded } from '../results.mjs';

const section = 'own-tests';

/** The results of our own specs on each Node. */
export class OwnTests {
  #byMajor = new Map();

  /**
   * @param {number} major of Node
   * @param {import('../../../scripts/test/spec-lines.mjs').Result} result
   */
  add(major, result) {
    const counts = this.#byMajor.get(major) ?? new FolderCounts();
    counts.add(result);
    this.#byMajor.set(major, counts);
  }

  /** Writes the table; a Node that was not run keeps what an earlier run found out. */
  async record() {
    if (this.#byMajor.size === 0) return;
    const now = [...this.#byMajor].map(([major, counts]) => [major, counts.describeAll()]);
    const runs = { ...(await recorded(section))?.runs, ...Object.fromEntries(now) };
    const folders = [...new Set(Object.values(runs).flatMap((run) => Object.keys(run)))].sort();
    await record(section, {
      command: 'npm run test:matrix -- --record',
      heading: ['Specs', ...Object.keys(runs).map((major) => `Node ${major}`)],
      textColumns: 1,
      lines: folders.map((folder) => [`\`${folder}\``, ...Object.values(runs).map((run) => run[folder] ?? '')]),
      remarks: [
        'Tests that passed; behind them, those that failed or were skipped. A skipped test says why in its title.',
      ],
      runs,
    });
    await page.write();
  }
}
