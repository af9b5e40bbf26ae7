import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'pnpm',
  run: 'scripts: with arguments, in all packages of a workspace at once, failing; exec; exec in all packages',
  command: ({ modules }) => ['main.mjs', join(modules, 'pnpm', 'bin', 'pnpm.cjs')],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    arguments: { status: 0, lines: ['["a b","$HOME"]'] },
    recursive: {
      status: 0,
      lines: [
        'Scope: 2 of 3 workspace projects',
        'packages/one greet$ node ../../say.cjs',
        'packages/one greet: Done',
        'packages/one greet: greet of one',
        'packages/two greet$ node ../../say.cjs',
        'packages/two greet: Done',
        'packages/two greet: greet of two',
      ],
    },
    failing: { status: 3, lines: ['about to fail'] },
    exec: { status: 0, lines: ['["x y"]'] },
    recursiveExec: { status: 0, lines: ['one', 'two'] },
  },
};
