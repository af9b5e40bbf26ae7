import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'nyc',
  run: 'coverage of children, whatever environment they are given: spawnSync, execFileSync, spawn, fork, a child of a child',
  command: ({ modules }) => [
    join(modules, 'nyc', 'bin', 'nyc.js'),
    ...['--reporter=json', '--include=library.cjs', process.execPath, 'main.cjs'],
  ],
  result: ({ status, project }) => {
    const [file] = Object.values(JSON.parse(readFileSync(join(project, 'coverage', 'coverage-final.json'), 'utf8')));
    return { status, calls: Object.values(file.f) };
  },
  expected: { status: 0, calls: [1, 1, 1, 1, 1, 0] },
};
