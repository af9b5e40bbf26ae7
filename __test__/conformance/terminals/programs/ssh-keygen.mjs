import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'ssh-keygen -p: wrong, different and right passphrases, which are not shown',
  file: 'bash',
  needs: 'ssh-keygen',
  args: ['--norc', '--noprofile', '-i'],
  prepare: (folder) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'before', '-C', 'comment', '-f', join(folder, 'key')]),
  async use(pair, folders) {
    await pair.shows(/^> $/m);
    let attempt = 0;
    const change = async (old) => {
      pair.type(`clear; echo ${++attempt}\r`);
      await pair.shows(new RegExp(`^${attempt}\\n> \\n*$`));
      pair.type('ssh-keygen -p -f key\r');
      await pair.shows(/^Enter old passphrase: $/m);
      pair.type(old);
    };
    await change('wrong\r');
    await pair.shows(/incorrect passphrase.*\n> $/m);
    await change('before\r');
    await pair.shows(/^Enter new passphrase .*$/m);
    pair.type('first one\r');
    await pair.shows(/^Enter same passphrase again: $/m);
    pair.type('other one\r');
    await pair.shows(/do not match.*\n> $/m);
    await change('before\r');
    await pair.shows(/^Enter new passphrase .*$/m);
    pair.type('after it\r');
    await pair.shows(/^Enter same passphrase again: $/m);
    pair.type('after it\r');
    await pair.shows(/saved with the new passphrase\.\n> $/m);
    pair.type('exit\r');
    await pair.ends(0);
    for (const folder of folders) {
      const key = execFileSync('ssh-keygen', ['-y', '-P', 'after it', '-f', join(folder, 'key')], { encoding: 'utf8' });
      assert.match(key, /^ssh-ed25519 /);
    }
  },
};
