import { join } from 'node:path';
import { readJestReport } from '../jest-report.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'jest',
  run: 'four files in two forked workers (jest-worker): passes (also with fake timers), a failure, a snapshot, a worker that ends',
  command: ({ modules }) => [
    join(modules, 'jest', 'bin', 'jest.js'),
    '--maxWorkers=2',
    '--json',
    '--ci=false',
    '--watchman=false',
  ],
  result: readJestReport,
  expected: {
    status: 1,
    passed: 25,
    failed: 1,
    pending: 1,
    files: {
      'ends.test.js': 'failed',
      'fails.test.js': 'failed',
      'passes.test.js': 'passed',
      'snapshot.test.js': 'passed',
    },
  },
};
