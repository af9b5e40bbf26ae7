import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'tsx',
  run: 'a TypeScript program, its arguments, a forked TypeScript child with messages, exit codes, signals',
  command: ({ modules }) => ['main.mjs', join(modules, 'tsx', 'dist', 'cli.mjs')],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    program: { code: 3, signal: null, output: '["a b"]\nchild: 42\n' },
    killed: { code: 143, signal: null, output: 'caught SIGTERM\n' },
    evaluated: { code: 0, signal: null, output: '2\n' },
  },
};
