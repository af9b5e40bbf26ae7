import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPackage, PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const testHere = testWhere(IS_NODE, 'this is not Node');

/** Changes a text in all files of a folder. */
function replaceIn(folder: string, from: string, to: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.js')) continue;
    const file = join(folder, entry);
    const text = readFileSync(file, 'latin1');
    count += text.split(from).length - 1;
    writeFileSync(file, text.replaceAll(from, to), 'latin1');
  }
  return count;
}

testHere('two versions whose state differs are in one process, in either order', (t) => {
  const folder = new ProgramFolder({
    'program.cjs': `
      const results = [];
      (async () => {
        for (const path of process.argv.slice(2)) {
          const { fork, spawnSync } = require(path + '/dist/child_process');
          results.push(String(spawnSync(process.execPath, ['-p', '1']).stdout));
          const child = fork('./child.cjs');
          child.send('text');
          results.push(await new Promise((resolve) => child.on('message', resolve)));
        }
        console.log(JSON.stringify(results));
      })();
    `,
    'child.cjs': "process.on('message', (message) => process.send([message], () => process.disconnect()));",
  });
  t.teardown(() => folder.remove());
  const other = join(folder.path, 'other');
  copyPackage(other);
  symlinkSync(join(PACKAGE, 'npm'), join(other, 'npm'), 'junction');
  // What a version does that has changed its state: it raises the number.
  t.true(replaceIn(join(other, 'dist'), '"state 1"', '"state 0"') > 0);
  t.true(replaceIn(join(other, 'dist'), 'preloads', 'previous') > 0);
  for (const paths of [
    [PACKAGE, other],
    [other, PACKAGE],
  ]) {
    const { stdout, stderr } = folder.node(['program.cjs', ...paths]);
    t.deepEqual([stdout, stderr], ['["1\\n",["text"],"1\\n",["text"]]\n', '']);
  }
});
