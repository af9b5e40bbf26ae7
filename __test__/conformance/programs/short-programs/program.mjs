/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'execa',
  run: '240 short Node programs, four at a time: lines, a filter, JSON, a program that starts another one',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: { status: 0, lines: 60, filters: 60, messages: 60, starters: 60 },
};
