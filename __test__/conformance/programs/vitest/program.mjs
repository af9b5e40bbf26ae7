import { join } from 'node:path';
import { readJestReport } from '../jest-report.mjs';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'vitest',
  run: 'four files with pool: forks, two at a time: passes (also with fake timers), a failure, a snapshot, an exit',
  command: ({ modules }) => [
    join(modules, 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=json',
    '--config',
    'vitest.config.mjs',
  ],
  result: readJestReport,
  expected: {
    status: 1,
    passed: 25,
    failed: 1,
    pending: 1,
    files: { 'fails.test.mjs': 'failed', 'passes.test.mjs': 'passed', 'snapshot.test.mjs': 'passed' },
  },
};
