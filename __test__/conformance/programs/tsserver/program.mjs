/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'typescript',
  run: 'tsserver --useNodeIpc, forked: open, completions, definition, rename, diagnostics after a change, 200 requests at once',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(stdout) }),
  expected: {
    status: 0,
    quickInfo: 'double(value: number): number',
    completions: ['toFixed', 'toString'],
    definition: { file: 'library.ts', line: 1 },
    rename: [
      ['library.ts', 1],
      ['main.ts', 2],
    ],
    before: [],
    after: [[2322, "Type 'number' is not assignable to type 'string'."]],
    many: 200,
    exit: { code: 0, signal: null },
  },
};
