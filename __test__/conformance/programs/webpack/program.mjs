/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'webpack',
  run: 'a build of 41 modules by thread-loader, whose pool is of two processes with two further pipes each; an error of a loader',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    errors: 0,
    sum: 780,
    processes: 2,
    pool: true,
    failing: 'the loader gives up',
  },
};
