import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'mocha',
  run: '--parallel with two workers (workerpool, as processes): passes, a failure, a pending test, hooks, a timeout',
  command: ({ modules }) => [
    join(modules, 'mocha', 'bin', 'mocha.js'),
    '--parallel',
    '--jobs',
    '2',
    '--reporter',
    'json',
    'test/*.cjs',
  ],
  result: ({ stdout, status }) => {
    const { stats, failures } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    return {
      status,
      passes: stats.passes,
      pending: stats.pending,
      failures: failures
        .map(
          ({ fullTitle, err }) => `${fullTitle}: ${err.message.split('\n')[0].replace(/ \(.*\/project/, ' (/project')}`,
        )
        .sort(),
    };
  },
  expected: {
    status: 2,
    passes: 53,
    pending: 1,
    failures: [
      'fails compares: Expected values to be strictly equal:',
      'fails takes too long: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/project/test/fails.cjs)',
    ],
  },
};
