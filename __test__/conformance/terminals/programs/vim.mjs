import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'vim: colours, typing, a search, a split window, changes of the size, and the file that it writes',
  file: 'vim',
  args: ['-N', '-u', 'NONE', '-i', 'NONE', '-n', 'words.c'],
  prepare: (folder) => writeFileSync(join(folder, 'words.c'), 'int main(void) {\n  return 1; /* one */\n}\n'),
  async use(pair, folders) {
    await pair.shows(/^int main\(void\) \{$/m);
    pair.type(':syntax on | set number ruler hlsearch\r');
    await pair.shows(/^ +2 +return 1; .*\n[\s\S]*1,1/m);
    pair.type('/one\r');
    await pair.shows(/2,16/);
    pair.type('Goüñ世界 äöü\x1b');
    await pair.shows(/^ +4 üñ世界 äöü$/m);
    pair.type(':split\r');
    await pair.shows(/words\.c[\s\S]*words\.c/);
    pair.resize(60, 15);
    await pair.shows(/^~[\s\S]*words\.c[\s\S]*words\.c \[\+\]/m);
    pair.resize(120, 40);
    pair.type(':set laststatus=2 | only\r');
    await pair.shows(/words\.c \[\+\]/);
    pair.type(':wq\r');
    await pair.ends(0);
    const written = folders.map((folder) => readFileSync(join(folder, 'words.c'), 'utf8'));
    assert.equal(written[0], 'int main(void) {\n  return 1; /* one */\n}\nüñ世界 äöü\n');
    assert.equal(written[1], written[0]);
  },
};
