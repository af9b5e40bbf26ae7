import { join } from 'node:path';
import { IS_WINDOWS } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** Says how it was started, and whether all of a preload was loaded at the start. */
const SAYS_START = `
  const { basename } = require('path');
  const isWhole = Object.keys(require.cache).some((path) => basename(path) === 'full-start.js');
  console.log(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS ?? null, isWhole]));`;

/**
 * Ways to name a preload, with `%` for its name or its path: arguments, or a text, which is for
 * `NODE_OPTIONS`; and what programs find there.
 */
const WAYS: [given: string[] | string, found: string[] | string][] = [
  [
    ['--require', '%'],
    ['--require', '%'],
  ],
  [
    ['-r', '%'],
    ['--require', '%'],
  ],
  [
    ['--import', '%'],
    ['--require', '%'],
  ],
  [['--require=%'], ['--require', '%']],
  [
    ['--no-warnings', '--import=%', '--stack-trace-limit=5'],
    ['--no-warnings', '--require', '%', '--stack-trace-limit=5'],
  ],
  ['--require %', '--require %'],
  ['--no-warnings --import=% --stack-trace-limit=5', '--no-warnings --require % --stack-trace-limit=5'],
];

/** These take all of it. */
const UNUSUAL: [given: string, found: string][] = [
  ['--require "%"', '--require %'],
  ['--require  %', '--require %'],
];

for (const name of ['override', 'register']) {
  const preload = join(PACKAGE, 'dist', name, 'index.js');
  for (const given of [`rt-std/${name}`, preload]) {
    const title = given === preload ? `the path of ${name}` : given;
    for (const [way, found] of WAYS) {
      const text = typeof way === 'string' ? `NODE_OPTIONS=${way}` : way.join(' ');
      // What `NODE_OPTIONS` has by its path stays as it is.
      const isLeft = typeof way === 'string' && given === preload;
      // Node takes no path of Windows there, but a URL.
      if (IS_WINDOWS && given === preload && text.includes('--import')) continue;
      // Such a path is in quotes there, as below.
      if (isLeft && preload.includes(' ')) continue;
      // The path has characters there that are to be escaped.
      const isEscaped = typeof way === 'string' && !isLeft && escaped(preload) !== preload;
      testOnNode(
        `with ${text.replace('%', title)}, a start is ${isEscaped ? 'whole' : 'small'}, and shows the same as all of it`,
        (t) => {
          const shown = replaced(isLeft ? way : found, isEscaped ? escaped(preload) : preload);
          const [args, options] = typeof shown === 'string' ? [[], shown] : [shown, null];
          t.deepEqual(started(replaced(way, given)), [args, options, isEscaped]);
          t.deepEqual(started(replaced(way, given), { RT_STD_DISABLE: 'small-start' }), [args, options, true]);
        },
      );
    }
  }
  for (const [way, found] of UNUSUAL) {
    testOnNode(`with NODE_OPTIONS=${way} for rt-std/${name}, a start is whole, and shows the path`, (t) => {
      t.deepEqual(started(replaced(way, `rt-std/${name}`)), [[], replaced(found, escaped(preload)), true]);
    });
  }
}

function replaced<Way extends string[] | string>(way: Way, by: string): Way {
  return (typeof way === 'string' ? way.replace('%', by) : way.map((word) => word.replace('%', by))) as Way;
}

/** A path as `NODE_OPTIONS` has it: in quotes where it has a space or a backslash. */
function escaped(path: string): string {
  return /[\\ ]/.test(path) ? JSON.stringify(path) : path;
}

/** Starts {@link SAYS_START} in one of the ways. */
function started(way: string[] | string, environment: NodeJS.ProcessEnv = {}): unknown {
  const folder = new ProgramFolder({ 'program.cjs': SAYS_START });
  const [args, options] = typeof way === 'string' ? [[], { NODE_OPTIONS: way }] : [way, {}];
  const { stdout } = folder.node([...args, 'program.cjs'], { ...environment, ...options });
  folder.remove();
  return JSON.parse(stdout);
}
