import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'ava',
  run: 'four files in forked workers (workerThreads: false): passes, a failure, a skip, an exit',
  command: ({ modules }) => [join(modules, 'ava', 'entrypoints', 'cli.mjs')],
  result: ({ stdout, status }) => ({
    status,
    lines: stdout
      .split('\n')
      .filter((line) => /^ {2}([✔✘]|- \[)/.test(line))
      .map((line) => line.trim().replace(/ \(\d+ms\)$/, ''))
      .sort(),
  }),
  expected: {
    status: 1,
    lines: [
      '- [skip] sends › skipped',
      '✔ passes › a promise',
      '✔ passes › in a process of its own',
      '✔ sends › large results',
      '✘ Exiting due to process.exit() when running test/exits.test.js',
      '✘ [fail]: fails › fails',
      '✘ test/exits.test.js exited with a non-zero exit code: 2',
    ],
  },
};
