import { join } from 'node:path';

/** @type {import('../../../scripts/programs/catalogue.mjs').Description} */
export default {
  package: 'concurrently',
  run: 'three commands at once with names; --kill-others-on-fail; --restart-tries; --success first',
  command: ({ modules }) => ['main.mjs', join(modules, 'concurrently', 'dist', 'bin', 'concurrently.js')],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    named: {
      status: 0,
      lines: [
        '[one] first',
        '[one] node one.cjs exited with code 0',
        '[two] node two.cjs exited with code 0',
        '[two] second',
        '[wait] echo third exited with code 0',
        '[wait] third',
      ],
    },
    killed: {
      status: 1,
      lines: [
        '--> Sending SIGTERM to other processes..',
        '[0] node endless.cjs exited with code SIGTERM',
        '[0] ready',
        '[1] node fail.cjs exited with code 3',
      ],
    },
    restarted: {
      status: 1,
      lines: ['node fail.cjs exited with code 3', 'node fail.cjs restarted', 'node fail.cjs exited with code 3']
        .map((line) => `[0] ${line}`)
        .sort(),
    },
    first: {
      status: 0,
      lines: [
        '[0] echo done exited with code 0',
        '[0] done',
        '[1] node endless.cjs exited with code SIGTERM',
        '--> Sending SIGTERM to other processes..',
      ].sort(),
    },
  },
};
