import type * as NodeVersion from '../../ts/node-version';
import { internal } from '../support/internals';
import { IS_WINDOWS } from '../support/portable';
import { ProgramFolder } from '../support/program';
import { IS_NODE } from '../support/same-as-node';
import { testWhere } from '../support/test-where';

const testHere = testWhere(IS_NODE && !IS_WINDOWS, 'this is not Node, or has no shell of POSIX');

/** Replaces `process.env` before anything of the package is used. */
const PROGRAM = `
  process.env = { ...process.env, RT_TEST_PLACE: 'replaced' };
  const { execFileSync, spawnSync } = require(process.argv[2]);
  const SHOW = ['-c', 'echo $RT_TEST_PLACE'];
  console.log(String(execFileSync('sh', SHOW)).trim());
  console.log(String(spawnSync('sh', SHOW, { env: process.env }).stdout).trim());
  require(process.argv[2]).execFile('sh', SHOW, (error, stdout) => console.log(error, stdout.trim()));
`;

/** The arguments of Node, and the name of the module. */
const WAYS: Record<string, [string[], string]> = {
  'the override': [['--require', 'rt-std/override'], 'child_process'],
  register: [['--require', 'rt-std/register'], 'rt:child_process'],
};

for (const [title, [args, name]] of Object.entries(WAYS)) {
  for (const start of ['small', 'whole']) {
    testHere(`a process.env that was replaced before the first use, under ${title}, a ${start} start`, (t) => {
      const folder = new ProgramFolder({ 'program.js': PROGRAM });
      t.teardown(() => folder.remove());
      const environment = { RT_TEST_PLACE: 'real', RT_STD_DISABLE: start === 'whole' ? 'small-start' : undefined };
      const run = (options: string[], module: string): string => {
        const { stdout, stderr } = folder.node([...options, 'program.js', module], environment);
        return stdout + stderr;
      };
      const expected = run([], 'child_process');
      t.regex(expected, /^\w+\nreplaced\nnull \w+\n$/);
      t.is(run(args, name), expected);
    });
  }
}

const { isNodeSince } = internal<typeof NodeVersion>('node-version');
const testInheriting = testWhere(
  IS_NODE && !IS_WINDOWS && (!isNodeSince(22, 0) || isNodeSince(22, 20)),
  'this is not Node, has no shell of POSIX, or is an older 22, which has other rules (docs/deviations.md)',
);

const INHERITING: Record<string, string> = {
  'Object.prototype has NODE_OPTIONS': "Object.prototype.NODE_OPTIONS = '--require ./inherited.cjs';",
  'process.env inherits a variable': "Object.setPrototypeOf(process.env, { RT_TEST_PLACE: 'inherited' });",
};

for (const [title, text] of Object.entries(INHERITING)) {
  testInheriting(`what process.env inherits reaches a forked child as with Node's module: ${title}`, (t) => {
    const folder = new ProgramFolder({
      'program.cjs': `${text}
        // Without the preload among its arguments.
        require('node:child_process').fork('./child.cjs', [], { execArgv: [] });`,
      'child.cjs': 'console.log(process.env.RT_TEST_PLACE, process.env.NODE_OPTIONS);',
      'inherited.cjs': "console.log('loaded');",
    });
    t.teardown(() => folder.remove());
    const run = (args: readonly string[]): string => {
      const { stdout, stderr } = folder.node([...args, 'program.cjs'], { NODE_OPTIONS: undefined });
      return stdout + stderr;
    };
    t.is(run(['--require', 'rt-std/override']), run([]));
  });
}
