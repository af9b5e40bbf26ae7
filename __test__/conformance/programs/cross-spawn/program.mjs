/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'cross-spawn',
  run: 'spawn and spawn.sync: arguments, a script with a shebang, a program of PATH, a missing program, input',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    arguments: { code: 0, signal: null, output: '["a b","\\"quoted\\"","*"]' },
    shebang: { code: 4, signal: null, output: 'started by its first line' },
    ofPath: { code: 0, signal: null, output: 'v' },
    missing: { error: 'ENOENT', syscall: 'spawn no-such-program', path: 'no-such-program', spawnargs: ['x'] },
    killed: { code: null, signal: 'SIGTERM', output: '' },
    synchronous: { status: 0, output: 'INPUT' },
    missingSynchronously: { status: null, error: 'ENOENT' },
  },
};
