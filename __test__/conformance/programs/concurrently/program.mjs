import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
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
        '[1] node end.cjs 3 exited with code 3',
      ],
    },
    restarted: {
      status: 1,
      lines: ['node end.cjs 3 exited with code 3', 'node end.cjs 3 restarted', 'node end.cjs 3 exited with code 3']
        .map((line) => `[0] ${line}`)
        .sort(),
    },
    first: {
      status: 0,
      lines: [
        '[0] node end.cjs 0 exited with code 0',
        '[1] ready',
        '[1] node endless.cjs exited with code SIGTERM',
        '--> Sending SIGTERM to other processes..',
      ].sort(),
    },
  },
};
