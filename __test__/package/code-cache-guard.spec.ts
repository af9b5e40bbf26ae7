import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_WINDOWS } from '../support/portable';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';
import { Copy, copyWithOtherCode, messageOf, OTHER, USUAL } from './code-cache-copy';

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or has no modes of POSIX');
const testAsRoot = testWhere(IS_NODE && process.getuid?.() === 0, 'only root can give files to another user');

/** A user who is nobody here. */
const OTHER_USER = 4711;

const modeOf = (path: string): number => statSync(path).mode & 0o777;

for (const umask of ['0', '0o077', '0o777']) {
  testHere(`with an umask of ${umask}, all can read what is kept, and nobody else can write it`, (t) => {
    const copy = new Copy(t);
    copy.runText(`process.umask(${umask}); require('child_process').execFileSync(process.execPath, ['-v'])`);
    t.is(modeOf(copy.cache), 0o755);
    const names = readdirSync(copy.cache);
    t.true(names.length > 0);
    for (const name of names) t.is(modeOf(join(copy.cache, name)), 0o644, name);
  });
}

for (const [whose, mode] of Object.entries({ 'the group': 0o020, 'all users': 0o002 })) {
  testHere(`what ${whose} can write is not run, nor written again`, (t) => {
    const copy = copyWithOtherCode(t);
    for (const path of [copy.largest(), copy.cache]) {
      const before = modeOf(path);
      chmodSync(path, before | mode);
      const bytes = readFileSync(copy.largest());
      t.is(messageOf(copy.run()), USUAL, path);
      t.deepEqual(readFileSync(copy.largest()), bytes);
      chmodSync(path, before);
      t.is(messageOf(copy.run()), OTHER, path);
    }
  });

  testHere(`what ${whose} can write is run where they can write the bundle, too`, (t) => {
    const copy = copyWithOtherCode(t);
    for (const path of [copy.largest(), copy.cache, copy.bundle]) chmodSync(path, modeOf(path) | mode);
    t.is(messageOf(copy.run()), OTHER);
  });
}

testAsRoot('what belongs to another user than the bundle is not run', (t) => {
  const copy = copyWithOtherCode(t);
  for (const path of [copy.largest(), copy.cache]) {
    chownSync(path, OTHER_USER, 0);
    t.is(messageOf(copy.run()), USUAL, path);
    chownSync(path, 0, 0);
    t.is(messageOf(copy.run()), OTHER, path);
  }
});

testAsRoot('root leaves nothing in the package of another user', (t) => {
  const copy = new Copy(t);
  chownSync(copy.path, OTHER_USER, OTHER_USER);
  copy.run();
  t.false(existsSync(copy.cache));
  chownSync(copy.path, 0, 0);
  copy.run();
  t.true(existsSync(copy.cache));
});

testHere('a link in the place of the file to be written is not followed', (t) => {
  const copy = new Copy(t);
  const target = join(copy.path, 'target');
  writeFileSync(target, 'kept');
  // The names of the files are those of an earlier run.
  copy.run();
  const names = readdirSync(copy.cache);
  const text = `
    const fs = require('node:fs');
    for (const name of ${JSON.stringify(names)}) {
      fs.unlinkSync(${JSON.stringify(`${copy.cache}/`)} + name);
      fs.symlinkSync(${JSON.stringify(target)}, ${JSON.stringify(`${copy.cache}/`)} + name + '.' + process.pid);
    }
    require('child_process').execFileSync(process.execPath, ['-v']);
  `;
  copy.runText(text);
  t.is(readFileSync(target, 'utf8'), 'kept');
  // The next process writes as usual.
  t.is(messageOf(copy.run()), USUAL);
  t.true(copy.kept().size > 0);
});
