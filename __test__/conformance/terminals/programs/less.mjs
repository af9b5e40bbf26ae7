import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'less: pages, a search, the end, a change of the size',
  file: 'less',
  args: ['-M', 'lines'],
  prepare(folder) {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`);
    writeFileSync(join(folder, 'lines'), `${lines.join('\n')}\n`);
  },
  async use(pair) {
    await pair.shows(/^line 23\nlines lines 1-23/m);
    pair.type(' ');
    await pair.shows(/^line 24\n[\s\S]*lines 24-46/m);
    pair.type('/line 33\r');
    await pair.shows(/^line 33\n[\s\S]*lines 33-55/m);
    pair.type('n');
    await pair.shows(/^line 330\n/m);
    pair.resize(40, 10);
    await pair.shows(/lines 330-338/);
    pair.type('G');
    await pair.shows(/^line 500\n[\s\S]*\(END\)/m);
    pair.type('h');
    await pair.shows(/SUMMARY OF LESS/);
    pair.type('qq');
    await pair.ends(0);
  },
};
