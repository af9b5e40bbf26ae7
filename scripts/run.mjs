// The project's tasks: `node scripts/run.mjs <task> [arguments]`, or `npm run <task>`. Without a
// task it lists them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run/project.mjs';

/**
 * Each task: the program that runs it, from the root of the clone, and what it does.
 *
 * @type {Record<string, [program: string, about: string]>}
 */
const tasks = {
  start: ['scripts/tasks/start.mjs', 'set everything up and show what it does'],
  test: ['scripts/tasks/test.mjs', 'run all tests, or the specs with these names: test spawn ipc/'],
  build: ['scripts/tasks/build.mjs', 'build what is out of date'],
  'build:platforms': ['scripts/tasks/build-platforms.mjs', 'build the released addons of all platforms, by zig'],
  dev: ['scripts/tasks/dev.mjs', 'watch the sources, build what changes and run these specs: dev spawn'],
  lint: ['scripts/tasks/lint.mjs', 'check formatting, types, imports, comments and lints'],
  format: ['scripts/tasks/format.mjs', 'format TypeScript, JavaScript and Rust'],
  bench: [
    'scripts/tasks/bench.mjs',
    'measure and write docs/benchmarks: bench comparison|ending|ipc|process|start|querystring',
  ],
  docs: ['scripts/tasks/docs.mjs', 'write the generated pages from the recorded results; --check compares only'],
  ci: ['scripts/tasks/ci.mjs', 'everything that must hold before a change is merged'],
  'test:backend': ['__test__/conformance/backend/run.mjs', "the specs and Node's files with Node's module below ours"],
  'test:bundlers': [
    '__test__/conformance/bundlers/run.mjs',
    'a server that is bundled, by esbuild, webpack and others',
  ],
  'test:browsers': ['__test__/conformance/browsers/run.mjs', 'query strings in Chromium and Firefox'],
  'test:edge': ['__test__/conformance/edge/run.mjs', 'query strings in workerd, edge-runtime and Deno'],
  'test:matrix': ['__test__/conformance/runtimes/run.mjs', 'the specs on other versions of Node, in Bun and in Deno'],
  'test:interleavings': ['scripts/tasks/interleavings.mjs', 'what threads share, in many interleavings'],
  'test:life-cycles': ['__test__/reliability/life-cycles/run.mjs', "random life cycles compared with Node's module"],
  'test:miri': ['scripts/tasks/miri.mjs', 'tests of the crates under Miri'],
  'test:node-suite': ['__test__/conformance/node-suite/run.mjs', "Node's own test files"],
  'test:platforms': ['__test__/conformance/platforms/run.mjs', 'the specs on musl, and on arm64 in an emulator'],
  'test:windows-crates': ['scripts/tasks/windows-crates.mjs', 'tests of the crates for Windows, in Wine'],
  'test:programs': ['__test__/conformance/programs/run.mjs', 'npm, Jest, webpack and others under the override'],
  'test:pty': [
    '__test__/conformance/terminals/run.mjs',
    "node-pty's own tests and programs on the screen, beside node-pty",
  ],
  'test:recorded': [
    'scripts/tasks/recorded.mjs',
    'the slow stages of CI that depend on the crates alone; records them',
  ],
  'test:reliability': ['__test__/reliability/run.mjs', 'what is left behind after many rounds'],
  'test:sanitizers': [
    'scripts/tasks/sanitizers.mjs',
    'the crates and the addon under AddressSanitizer and ThreadSanitizer',
  ],
  'test:installation': ['scripts/tasks/installation.mjs', 'publish to a registry on this machine, and install from it'],
  'test:types': ['scripts/tasks/types.mjs', "the declarations in the place of Node's, and what editors show"],
  'test:site': ['__test__/site/run.mjs', 'the documentation site in browsers: links, search, accessibility'],
  'test:soak': ['__test__/soak/run.mjs', '20 GiB of messages between a parent and its child'],
  'test:hostile': ['__test__/soak/hostile.mjs', 'malformed and unexpected frames'],
  'check:same-bytes': ['scripts/tasks/same-bytes.mjs', 'build the addon in two folders and compare'],
  'check:semver': ['scripts/tasks/semver.mjs', 'compare what the crates export with an earlier revision'],
  example: ['scripts/tasks/example.mjs', 'run a program of examples/, or list them: example dev-server'],
  'example:browser': ['scripts/tasks/example-browser.mjs', 'serve the playground of examples/browser'],
  'example:terminal': ['scripts/tasks/example-terminal.mjs', 'serve a shell in a page, of examples/terminal'],
  site: ['site/build.mjs', 'build the documentation site into target/site'],
  pack: ['scripts/tasks/pack.mjs', 'pack the packages into target/package/'],
  'verify-tarballs': ['scripts/tasks/verify-tarballs.mjs', 'install the packages where there is no compiler'],
  release: ['scripts/tasks/release.mjs', 'publish the packages in a folder (RELEASING.md)'],
  runtimes: ['scripts/tasks/runtimes.mjs', 'install other runtimes and print their paths: runtimes node@24 bun'],
};

const [name, ...args] = process.argv.slice(2);
if (Object.hasOwn(tasks, name)) {
  const program = join(root, tasks[name][0]);
  // The program reads its arguments as if it had been started itself.
  process.argv = [process.argv[0], program, ...args];
  await import(pathToFileURL(program).href);
} else {
  const width = Math.max(...Object.keys(tasks).map((task) => task.length));
  const print = name === undefined ? console.log : console.error;
  if (name !== undefined) print(`There is no task '${name}'.\n`);
  for (const [task, [, about]] of Object.entries(tasks)) print(`${task.padEnd(width)}  ${about}`);
  process.exitCode = name === undefined ? 0 : 1;
}
