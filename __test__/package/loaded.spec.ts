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
  readonly nodes: string;
  readonly use: string;
  /**
   * How many files of ours may be loaded: after the start, after `require`, after the first use. To
   * be lowered when there are fewer.
   */
  readonly files: readonly [number, number, number];
  /** How many addons. */
  readonly addons: readonly [number, number, number];
  /**
   * What may be loaded of Node's, in any of the stages, that the same program does not load with
   * Node's module.
   */
  readonly builtins: readonly string[];
}

/** What runs kept code; Node's own `child_process` loads it too, but not everywhere. */
const KEPT_CODE = ['vm'];

const OVERRIDE_SPAWN_SYNC: Row = {
  args: override,
  module: 'node:child_process',
  nodes: 'node:child_process',
  use: SPAWN,
  files: [1, 1, 3],
  addons: [0, 0, 1],
  builtins: KEPT_CODE,
};

const ROWS: Record<string, Row> = {
  'override, spawnSync': OVERRIDE_SPAWN_SYNC,
  'override by -r, spawnSync': { ...OVERRIDE_SPAWN_SYNC, args: ['-r', overrideFile] },
  'override, spawn': { ...OVERRIDE_SPAWN_SYNC, use: SPAWN_AND_LISTEN },
  'override, fork': { ...OVERRIDE_SPAWN_SYNC, use: FORK, files: [1, 1, 5] },
  'override, querystring': {
    args: override,
    module: 'node:querystring',
    nodes: 'node:querystring',
    use: PARSE,
    files: [1, 1, 1],
    addons: [0, 0, 0],
    builtins: [],
  },
  'override, querystring with much to do': {
    args: override,
    module: 'node:querystring',
    nodes: 'node:querystring',
    use: PARSE_MUCH,
    files: [1, 1, 3],
    addons: [0, 0, 1],
    // What runs kept code; Node's own child_process loads it too.
    builtins: ['vm'],
  },
  'override, worker_threads without a worker': {
    args: override,
    module: 'node:worker_threads',
    nodes: 'node:worker_threads',
    use: 'isMainThread',
    files: [1, 1, 1],
    addons: [0, 0, 0],
    builtins: [],
  },
  // Without internal/source_map/source_map_cache_map, with which Node reads a map.
  'override, with source maps': { ...OVERRIDE_SPAWN_SYNC, flags: ['--enable-source-maps'] },
  register: {
    args: register,
    module: 'rt:child_process',
    nodes: 'node:child_process',
    use: SPAWN,
    files: [1, 3, 3],
    addons: [0, 0, 1],
    builtins: KEPT_CODE,
  },
  rt: {
    args: rt,
    module: 'rt:child_process',
    nodes: 'node:child_process',
    use: SPAWN,
    files: [2, 4, 4],
    addons: [0, 0, 1],
    builtins: KEPT_CODE,
  },
  'rt --override': {
    args: [...rt, '--override'],
    module: 'node:child_process',
    nodes: 'node:child_process',
    use: SPAWN,
    files: [3, 3, 5],
    addons: [0, 0, 1],
    builtins: KEPT_CODE,
  },
  'rt-std/child_process': {
    args: [],
    module: 'rt-std/child_process',
    nodes: 'node:child_process',
    use: SPAWN,
    files: [0, 2, 2],
    addons: [0, 0, 1],
    builtins: [...PACKAGES, ...KEPT_CODE],
  },
  'rt-std/querystring': {
    args: [],
    module: 'rt-std/querystring',
    nodes: 'node:querystring',
    use: PARSE,
    files: [0, 1, 1],
    addons: [0, 0, 0],
    builtins: PACKAGES,
  },
  'rt-std/querystring with much to do': {
    args: [],
    module: 'rt-std/querystring',
    nodes: 'node:querystring',
    use: PARSE_MUCH,
    files: [0, 1, 2],
    addons: [0, 0, 1],
    builtins: PACKAGES,
  },
};

/** One line, which gives the real `process` (`ts/main-realm.ts`). */
const FOR_THE_REALM = 'process';

const STAGES = ['start', 'require', 'first use'];

for (const [title, { args, flags = [], module, nodes, use, files, addons, builtins }] of Object.entries(ROWS)) {
  testOnNode(`what is loaded: ${title}`, (t) => {
    const folder = new ProgramFolder({
      'ours.cjs': program(module, use),
      'nodes.cjs': program(nodes, use),
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
      t.is(now.addons.length, addons[index] as number, `${stage}: ${now.addons.join(' ')}`);
      const allowed = [...(theirs[index]?.builtins ?? []), ...builtins];
      // The first preload knows that nothing has replaced the global variable.
      if (index > 0 || (args !== override && args !== register)) allowed.push(FOR_THE_REALM);
      const more = now.builtins.filter((name) => !allowed.includes(name));
      t.deepEqual(more, [], `${stage}: more of Node's modules than Node's own takes`);
    }
  });
}
