import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { theirs } from '../../support/modules';
import { PACKAGE, ProgramFolder } from '../../support/program';
import { testWhere } from '../../support/test-where';

const documentation = readFileSync(join(PACKAGE, 'docs', 'ipc-protocol.md'), 'utf8');
const hasPython = theirs.spawnSync('python3', ['--version']).status === 0;
const withPython = testWhere(hasPython, 'there is no python3');

/** The block of code in the document that is in `language`. */
function code(language: string): string {
  const blocks = [...documentation.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))];
  if (blocks.length !== 1) throw new Error(`there is not one block of ${language} in the document`);
  return blocks[0]?.[1] ?? '';
}

withPython('the program in Python of the document exchanges messages with its parent there', (t) => {
  const folder = new ProgramFolder({ 'child.py': code('python'), 'parent.js': code('js') });
  t.teardown(() => folder.remove());
  const { stdout, stderr, status } = folder.node(['parent.js']);
  t.deepEqual([stdout, stderr, status], ['{ ready: true }\n{ doubled: 42 }\nclosed 0\n', '', 0]);
});

withPython('the program in Python refuses a channel that is not its own', (t) => {
  const folder = new ProgramFolder({ 'child.py': code('python') });
  t.teardown(() => folder.remove());
  const env = { ...process.env, RT_CHANNEL_FD: '0', RT_CHANNEL_PARENT_PID: '1' };
  const { stdout, stderr, status } = theirs.spawnSync('python3', ['child.py'], {
    cwd: folder.path,
    encoding: 'utf8',
    env,
  });
  t.deepEqual([stdout, stderr, status], ['', 'start this program with fork()\n', 1]);
});
