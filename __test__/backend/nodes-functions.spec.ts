import { join } from 'node:path';
import { copyPackage, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** Puts our functions in the place of Node's, as a program may that has no preload. */
const PROGRAM = `
  const ours = require(process.argv[2]);
  const nodes = require('node:child_process');
  Object.assign(nodes, ours);
  nodes.ChildProcess.prototype.spawn = ours.ChildProcess.prototype.spawn;
  console.log(nodes.spawnSync(process.execPath, ['-p', '1']).stdout?.toString());
  nodes.execFile(process.execPath, ['-p', '2'], (error, output) => console.log(error, output));
`;

/** Without a folder for the addon, and without one in which it could be installed. */
function copyWithoutAddon(folder: ProgramFolder): string {
  const copy = join(folder.path, 'copy', 'rt-std');
  copyPackage(copy);
  return join(copy, 'dist', 'child_process');
}

const WAYS: Record<string, (folder: ProgramFolder) => readonly string[]> = {
  'Node may load no addon': () => ['--no-addons', 'program.cjs', 'rt-std/child_process'],
  'there is no addon': (folder) => ['program.cjs', copyWithoutAddon(folder)],
  'there is none, with rt-std/register': (folder) => {
    const path = copyWithoutAddon(folder);
    return ['--require', join(path, '..', 'register'), 'program.cjs', path];
  },
};

for (const [way, argsOf] of Object.entries(WAYS)) {
  testOnNode(`ours can take the place of Node's functions where ${way}`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
    t.teardown(() => folder.remove());
    const { stdout, stderr } = folder.node(argsOf(folder));
    t.is(stdout, '1\n\nnull 2\n\n', stderr);
  });
}
