import { join } from 'node:path';
import { LOADED_ADDONS } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/**
 * What a process has loaded at one moment: files of this package, addons, and modules of Node's.
 */
interface Loaded {
  readonly files: readonly string[];
  readonly addons: readonly string[];
  readonly builtins: readonly string[];
}

/**
 * Takes down what is loaded after the start, after `require` and after the first use, with as
 * little as possible loaded for that.
 */
const program = (module: string, use: string): string => `
  const { realpathSync } = require('node:fs');
  const root = realpathSync(${JSON.stringify(PACKAGE)});
  const stages = [];
  const note = () => stages.push({
    files: Object.keys(require.cache).filter((file) => file.startsWith(root) && file !== __filename && !file.endsWith('.node')).map((file) => file.slice(root.length)),
    addons: ${LOADED_ADDONS},
    builtins: process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13)),
  });
  note();
  const module_ = require('${module}');
  note();
  module_.${use};
  note();
  console.log(JSON.stringify(stages));
`;

const SPAWN = "spawnSync('true')";
const SPAWN_AND_LISTEN = "spawn('true', { stdio: 'ignore' })";
// An empty program, which gets a channel and no message.
const FORK = "fork('empty.cjs')";
const PARSE = "parse('a=%20')";
const PARSE_MUCH = "parse('a'.repeat(300_000))";

const overrideFile = join(PACKAGE, 'dist', 'override', 'index.js');
const override = ['--require', overrideFile];
const register = ['--require', join(PACKAGE, 'dist', 'register', 'index.js')];
const rt = [join(PACKAGE, 'dist', 'command', 'rt.js')];

/** What Node needs to find a package by its name. */
const PACKAGES = ['package_config', 'formats', 'get_format', 'resolve'].map((name) => `internal/modules/esm/${name}`);

interface Row {
  /** What stands before the program. */
  readonly args: readonly string[];
  /** What stands before it for Node alone, too. */
  readonly flags?: readonly string[];
  readonly module: string;
  readonly use: string;
  /**
   * How many files of ours may be loaded: after the start, after `require`, after the first use. To
   * be lowered when there are fewer.
   */
  readonly files: readonly [number, number, number];
  /** How many addons after the first use: none before. */
  readonly addons: 0 | 1;
  /**
   * What may be loaded of Node's, in any of the stages, that the same program does not load with
   * Node's module.
   */
  readonly builtins: readonly string[];
}

/** What runs kept code; Node's own `child_process` loads it too, but not everywhere. */
const KEPT_CODE = ['vm'];

const CHILDREN = { args: override, module: 'node:child_process', use: SPAWN, addons: 1, builtins: KEPT_CODE } as const;
const QUERIES = { args: override, module: 'node:querystring', use: PARSE, addons: 0, builtins: [] } as const;

const ROWS: Record<string, Row> = {
  'override, spawnSync': { ...CHILDREN, files: [1, 1, 3] },
  'override by -r, spawnSync': { ...CHILDREN, args: ['-r', overrideFile], files: [1, 1, 3] },
  'override, spawn': { ...CHILDREN, use: SPAWN_AND_LISTEN, files: [1, 1, 3] },
  'override, fork': { ...CHILDREN, use: FORK, files: [1, 1, 5] },
  // Without internal/source_map/source_map_cache_map, with which Node reads a map.
  'override, with source maps': { ...CHILDREN, flags: ['--enable-source-maps'], files: [1, 1, 3] },
  'override, querystring': { ...QUERIES, files: [1, 1, 1] },
  'override, querystring with much to do': {
    ...QUERIES,
    use: PARSE_MUCH,
    files: [1, 1, 3],
    addons: 1,
    builtins: KEPT_CODE,
  },
  'override, worker_threads without a worker': {
    ...QUERIES,
    module: 'node:worker_threads',
    use: 'isMainThread',
    files: [1, 1, 1],
  },
  register: { ...CHILDREN, args: register, module: 'rt:child_process', files: [1, 3, 3] },
  rt: { ...CHILDREN, args: rt, module: 'rt:child_process', files: [2, 4, 4] },
  'rt --override': { ...CHILDREN, args: [...rt, '--override'], files: [3, 3, 5] },
  'rt-std/child_process': {
    ...CHILDREN,
    args: [],
    module: 'rt-std/child_process',
    files: [0, 2, 2],
    builtins: [...PACKAGES, ...KEPT_CODE],
  },
  'rt-std/querystring': {
    ...QUERIES,
    args: [],
    module: 'rt-std/querystring',
    files: [0, 1, 1],
    builtins: PACKAGES,
  },
  'rt-std/querystring with much to do': {
    ...QUERIES,
    args: [],
    module: 'rt-std/querystring',
    use: PARSE_MUCH,
    files: [0, 1, 2],
    addons: 1,
    builtins: PACKAGES,
  },
};

/** One line, which gives the real `process` (`ts/realm/main-realm.ts`). */
const FOR_THE_REALM = 'process';

const STAGES = ['start', 'require', 'first use'];

for (const [title, { args, flags = [], module, use, files, addons, builtins }] of Object.entries(ROWS)) {
  testOnNode(`what is loaded: ${title}`, (t) => {
    const folder = new ProgramFolder({
      'ours.cjs': program(module, use),
      'nodes.cjs': program(module.replace(/^(rt:|rt-std\/)/, 'node:'), use),
      'empty.cjs': '',
    });
    const loaded = (argv: readonly string[]): Loaded[] => JSON.parse(folder.node(argv).stdout) as Loaded[];
    // The first process with this version of Node keeps the code for the others.
    loaded([...flags, ...args, 'ours.cjs']);
    const ours = loaded([...flags, ...args, 'ours.cjs']);
    const theirs = loaded([...flags, '--require', './empty.cjs', 'nodes.cjs']);
    folder.remove();
    for (const [index, stage] of STAGES.entries()) {
      const now = ours[index] as Loaded;
      t.true(
        now.files.length <= (files[index] as number),
        `${stage}: ${now.files.length} files ${now.files.join(' ')}`,
      );
      t.false(
        now.files.some((file) => file.includes('full-start')),
        `${stage}: an ordinary start`,
      );
      t.is(now.addons.length, index < 2 ? 0 : addons, `${stage}: ${now.addons.join(' ')}`);
      const allowed = [...(theirs[index]?.builtins ?? []), ...builtins];
      // The first preload knows that nothing has replaced the global variable.
      if (index > 0 || (args !== override && args !== register)) allowed.push(FOR_THE_REALM);
      const more = now.builtins.filter((name) => !allowed.includes(name));
      t.deepEqual(more, [], `${stage}: more of Node's modules than Node's own takes`);
    }
  });
}
