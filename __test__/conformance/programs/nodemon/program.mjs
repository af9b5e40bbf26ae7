/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'nodemon',
  run: 'a script, started again by a change of its file and by "rs", after a crash too; its end',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    lines: [
      'start',
      'version 1',
      'restart',
      'start',
      'version 2',
      'restart',
      'start',
      'version 2',
      'restart',
      'start',
      'crash',
      'start',
      'restart',
      'version 4',
      'quit',
    ],
    signals: ['SIGUSR2', 'SIGUSR2', 'SIGUSR2'],
  },
};
