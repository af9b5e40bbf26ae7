import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

/** Starts a process before the snapshot is made, and one after it was read. */
const program = (module: string): string => `
  const { execFileSync } = require('${module}');
  const run = (text) => execFileSync(process.execPath, ['-p', text], { encoding: 'utf8' }).trim();
  const before = run('1');
  require('node:v8').startupSnapshot.setDeserializeMainFunction(() => console.log(before, run('2')));
`;

const testHere = testWhere(
  IS_NODE && `${process.platform} ${process.arch}` === 'linux x64',
  'esbuild, or a Node that builds snapshots, is not here',
);

testHere('a program that starts a process while a snapshot of it is built runs as with Node’s module', (t) => {
  for (const module of ['node:child_process', join(PACKAGE, 'dist', 'child_process')]) {
    const folder = new ProgramFolder({ 'program.cjs': program(module) });
    t.teardown(() => folder.remove());
    const outfile = join(folder.path, 'bundle.cjs');
    buildSync({
      entryPoints: [join(folder.path, 'program.cjs')],
      outfile,
      bundle: true,
      platform: 'node',
      logLevel: 'error',
    });
    const { stderr, status } = folder.node(['--snapshot-blob', 'made.blob', '--build-snapshot', outfile]);
    t.is(status, 0, stderr);
    t.is(folder.node(['--snapshot-blob', 'made.blob']).stdout, '1 2\n', module);
  }
});
