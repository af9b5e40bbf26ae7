import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { PACKAGE, ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const testHere = testWhere(
  IS_NODE && `${process.platform} ${process.arch}` === 'linux x64',
  'esbuild, or a Node that builds snapshots, is not here',
);

/** Starts a process, or reads and writes texts, before the snapshot is made and when it runs. */
const PROGRAMS: Record<string, (module: string) => string> = {
  child_process: (module) => `
    const { execFileSync } = require('${module}');
    const run = (text) => execFileSync('echo', [text], { encoding: 'utf8' }).trim();`,
  querystring: (module) => `
    const { escape, parse, stringify } = require('${module}');
    const run = (text) => stringify({ [escape(text + ' ä')]: parse('a=' + 'b'.repeat(300000)).a.length });`,
};
const MAIN = `
    const before = run('1');
    require('node:v8').startupSnapshot.setDeserializeMainFunction(() => console.log(before, run('2')));`;

/** By which options of Node's. */
const BUILDS: Record<string, string[]> = {
  'a snapshot': ['--snapshot-blob', 'made.blob', '--build-snapshot', 'bundle.cjs'],
  'a single executable application': ['--experimental-sea-config', 'sea.json'],
};
const SEA = { main: 'bundle.cjs', output: 'made.blob', useSnapshot: true, disableExperimentalSEAWarning: true };

for (const [name, program] of Object.entries(PROGRAMS)) {
  for (const [what, options] of Object.entries(BUILDS)) {
    testHere(`${what} is made of a program that calls functions of ${name}, as with Node’s module`, (t) => {
      const outcomes = [`node:${name}`, join(PACKAGE, 'dist', name)].map((module) => {
        const folder = new ProgramFolder({ 'program.cjs': program(module) + MAIN, 'sea.json': JSON.stringify(SEA) });
        t.teardown(() => folder.remove());
        buildSync({
          absWorkingDir: folder.path,
          entryPoints: ['program.cjs'],
          outfile: 'bundle.cjs',
          bundle: true,
          platform: 'node',
          logLevel: 'error',
        });
        const { stderr, status } = folder.node(options);
        t.is(status, 0, stderr);
        // Only an executable can run the other kind.
        return what === 'a snapshot' ? folder.node(['--snapshot-blob', 'made.blob']).stdout : '';
      });
      t.is(outcomes[1], outcomes[0]);
      t.is(outcomes[0] === '', what !== 'a snapshot');
    });
  }
}
