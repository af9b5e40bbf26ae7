/**
 * The pages of the site in their order, by their files. A page of `docs/` that is not here fails
 * the build. `title` is the entry in the navigation; default: the heading of the page. `isComing`
 * allows that there is no such file yet: take it away once there is.
 *
 * @type {readonly { title: string, pages: readonly { file: string, title?: string, isComing?: true }[] }[]}
 */
export const navigation = [
  {
    title: 'Begin',
    pages: [
      { file: 'docs/README.md', title: 'What it is' },
      { file: 'docs/guide/start.md' },
      { file: 'docs/guide/switching.md' },
      { file: 'docs/examples.md' },
      { file: 'docs/comparison.md', title: 'Comparison' },
      { file: 'docs/benchmarks/README.md', title: 'Benchmarks' },
    ],
  },
  {
    title: 'Guide',
    pages: [
      { file: 'docs/guide/running-commands.md' },
      { file: 'docs/guide/streams.md' },
      { file: 'docs/guide/ending-processes.md' },
      { file: 'docs/guide/servers.md' },
      { file: 'docs/guide/messages.md' },
      { file: 'docs/guide/handles-and-cluster.md' },
      { file: 'docs/guide/synchronous.md' },
      { file: 'docs/guide/query-strings.md' },
      { file: 'docs/guide/browsers-and-edge.md' },
      { file: 'docs/guide/bun-and-deno.md' },
      { file: 'docs/bundlers.md' },
      { file: 'docs/guide/rust.md' },
      { file: 'docs/guide/typescript.md' },
      { file: 'docs/guide/errors.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { file: 'docs/api/child_process.md', title: 'child_process' },
      { file: 'docs/api/querystring.md', title: 'querystring' },
      { file: 'docs/api/backend.md', title: 'backend' },
      { file: 'docs/api/pty.md', title: 'pty' },
      { file: 'docs/ending-processes.md', title: 'Options that end processes' },
      { file: 'docs/limits-and-usage.md' },
      { file: 'docs/terminals.md' },
      { file: 'docs/backends.md' },
      { file: 'docs/platforms.md' },
      { file: 'docs/deviations.md' },
      { file: 'docs/ipc-protocol.md' },
      { file: 'docs/starting.md' },
      { file: 'docs/fast-paths.md' },
      { file: 'docs/bundles.md' },
      { file: 'crates/process/README.md' },
      { file: 'crates/ipc/README.md' },
      { file: 'crates/querystring/README.md' },
    ],
  },
  {
    title: 'Evidence',
    pages: [
      { file: 'docs/compatibility.md' },
      { file: 'docs/reliability.md' },
      { file: 'docs/security.md' },
      { file: 'docs/node-suite.md' },
      { file: 'docs/programs.md' },
      { file: 'docs/benchmarks/process.md' },
      { file: 'docs/benchmarks/process-limits.md' },
      { file: 'docs/benchmarks/ipc.md' },
      { file: 'docs/benchmarks/ipc-limits.md' },
      { file: 'docs/benchmarks/querystring.md' },
      { file: 'docs/benchmarks/querystring-limits.md' },
      { file: 'docs/benchmarks/querystring-pairs.md' },
      { file: 'docs/benchmarks/querystring-sweep.md' },
      { file: 'docs/benchmarks/rust-querystring.md' },
      { file: 'docs/benchmarks/start.md' },
      { file: 'docs/benchmarks/ending.md' },
      { file: 'docs/benchmarks/terminals.md' },
    ],
  },
  {
    title: 'Project',
    pages: [
      { file: 'CHANGELOG.md' },
      { file: 'CONTRIBUTING.md' },
      { file: 'ARCHITECTURE.md' },
      { file: 'SECURITY.md' },
      { file: 'docs/internals/spawn.md' },
      { file: 'docs/internals/descriptors.md' },
      { file: 'docs/internals/event-loop.md' },
      { file: 'docs/internals/messages.md', title: 'How messages work' },
      { file: 'docs/internals/query-strings.md', title: 'How query strings work' },
      { file: 'docs/internals/errors-and-versions.md' },
      { file: 'docs/internals/entries-and-preloads.md' },
      { file: 'docs/internals/rust.md' },
      { file: 'docs/internals/testing.md' },
      { file: 'docs/internals/open-questions.md' },
    ],
  },
];

/** The page behind the playground's entry, which has no file in `docs/`. */
export const playground = { section: 'Begin', title: 'Playground', output: 'playground.html' };
