import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'npm init: its questions, an answer that is corrected, and the file that it writes',
  file: 'npm',
  args: ['init', '--no-update-notifier', '--offline', '--loglevel=error'],
  normalize: (line) => line.replace(/(rt-std-terminals-\w+)\/(one|two)/, '$1/folder'),
  async use(pair, folders) {
    await pair.shows(/^package name: \(project\) $/m);
    pair.type('wrong\x15a-name\r');
    await pair.shows(/^version: \(.*\) $/m);
    pair.type('2.0.0\r');
    await pair.shows(/^description: $/m);
    pair.type('Wörds\r');
    for (const question of [
      /^entry point:.*$/m,
      /^test command: $/m,
      /^git repository: $/m,
      /^keywords: $/m,
      /^author: $/m,
    ]) {
      await pair.shows(question);
      pair.type('\r');
    }
    await pair.shows(/^license: .*$/m);
    pair.type('MIT\r');
    // Older ones do not ask for the type.
    const last = /^(type: .*|Is this OK\? .*)$/m;
    const asksForType = (await pair.shows(last)).includes('\ntype: ');
    pair.type('\r');
    if (asksForType) {
      await pair.shows(/^Is this OK\? .*$/m);
      pair.type('\r');
    }
    await pair.ends(0);
    const written = folders.map((folder) => readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.equal(JSON.parse(written[0]).name, 'a-name');
    assert.equal(written[1], written[0]);
  },
};
