import { join } from 'node:path';

const scripts = ['prebuild', 'build', 'postbuild'];

/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'npm',
  run: 'scripts: with arguments, before and after another, in workspaces, failing, of a package (npm exec)',
  command: ({ modules }) => ['main.mjs', join(modules, 'npm', 'bin', 'npm-cli.js')],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    build: { status: 0, signal: null, lines: scripts.map((name) => `${name} of project`) },
    arguments: { status: 0, signal: null, lines: ['["a b","$HOME","--flag"]'] },
    workspaces: { status: 0, signal: null, lines: ['greet of one', 'greet of two'] },
    failing: { status: 3, signal: null, lines: ['about to fail'] },
    killed: { status: null, signal: 'SIGTERM', lines: [] },
    exec: { status: 0, signal: null, lines: ['["x y"]'] },
    missing: { status: 1, signal: null, lines: [] },
    nested: { status: 0, signal: null, lines: scripts.map((name) => `${name} of project`) },
  },
};
