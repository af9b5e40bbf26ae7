import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'c8',
  run: 'coverage of children by V8 (NODE_V8_COVERAGE): spawnSync, execFileSync, spawn, fork, a child of a child',
  project: 'nyc',
  command: ({ modules }) => [
    join(modules, 'c8', 'bin', 'c8.js'),
    ...['--reporter=json', '--include=library.cjs', process.execPath, 'main.cjs'],
  ],
  result: ({ status, project }) => {
    const [file] = Object.values(JSON.parse(readFileSync(join(project, 'coverage', 'coverage-final.json'), 'utf8')));
    const covered = Object.keys(file.statementMap).filter((key) => file.s[key] > 0).length;
    const functions = Object.entries(file.fnMap).map(([key, { name }]) => [
      name.replace('exports.', ''),
      file.f[key] > 0,
    ]);
    return {
      status,
      lines: covered,
      functions: functions
        .filter(([, called]) => called)
        .map(([name]) => name)
        .sort(),
    };
  },
  expected: { status: 0, lines: 6, functions: ['fifth', 'first', 'fourth', 'second', 'third'] },
};
