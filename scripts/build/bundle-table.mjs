/** What loads kept code: `ts/bundles/code-cache.ts`. */
const CODE_CACHE = [
  'compileBundle',
  'someOption',
  'isLoadersOption',
  'readWrapped',
  'readInto',
  'readKept',
  'watchUses',
  'isSwitchedOff',
];

/**
 * What the published package loads: one file per entry, and the files that entries share. Each is
 * made of the module of the same name in `ts/`, with all that it imports, and lies where the
 * compiler would put it. All of them but `index` lie one folder below `dist/`: modules find the
 * package's other files from there.
 *
 * Where a bundle imports a module that another one begins with, it loads that bundle. A module with
 * state of its own is in one bundle only; what several need to have in common lies on `process`
 * (`sharedByCopies` in `ts/realm/main-realm.ts`).
 *
 * Of the preloads, `atStart` names the functions that each start of a program calls, besides those
 * of one line: `scripts/build/compiled-at-once.mjs`.
 *
 * @type {{ name: string, isCopied?: boolean, atStart?: string[] }[]}
 */
export const bundles = [
  { name: 'index' },
  {
    name: 'child_process/index',
    atStart: ['languageFunctions', 'fileFunctions', ...CODE_CACHE, 'moduleClass', 'keptBundle', 'loadKept', 'evaluate'],
  },
  { name: 'child_process/functions' },
  { name: 'child_process/imported' },
  // Loaded with the first channel.
  { name: 'child_process/channels' },
  // Loaded where Node's own module starts processes.
  { name: 'child_process/node-backend' },
  // Loaded with the first terminal.
  { name: 'child_process/terminals' },
  // Loaded in Bun, with the first stream of a child.
  { name: 'child_process/in-bun' },
  // Loaded in Deno.
  { name: 'child_process/in-deno' },
  { name: 'pty/index' },
  { name: 'pty/imported' },
  {
    name: 'querystring/index',
    atStart: ['languageFunctions', 'lateOrNot', 'isSwitchedOff', 'areNodesOwn', 'lateQuerystring', 'deferQuerystring'],
  },
  { name: 'querystring/imported' },
  // Loaded when there is much to read or to write.
  { name: 'querystring/functions' },
  { name: 'querystring/native' },
  { name: 'querystring/wasm' },
  { name: 'querystring/pairs' },
  {
    name: 'register/index',
    atStart: [
      'languageFunctions',
      'fileFunctions',
      'watchList',
      'writePath',
      'isUsual',
      'startUsual',
      'watchModules',
      'registerSynchronously',
      'startEarly',
    ],
  },
  // Loaded where a start is not as usual.
  { name: 'register/full-start' },
  // Loaded by `register/import-hooks.mjs`, on a thread of Node's own; `register` has a copy.
  { name: 'register/specifiers', isCopied: true },
  // Loaded with the first ES module on Node before 22.15.
  { name: 'register/import' },
  {
    name: 'override/index',
    atStart: [
      'languageFunctions',
      'fileFunctions',
      'beforeOtherAddons',
      'watchList',
      'writePath',
      'isUsual',
      'startUsual',
      'watchModules',
      'deferQuerystring',
      'watchSpawnSyncBinding',
      'startEarly',
    ],
  },
  // Loaded where a start is not as usual.
  { name: 'override/full-start' },
  // Loaded with the first thing that needs the override.
  {
    name: 'override/main',
    atStart: [...CODE_CACHE, 'parentOf', 'moduleClass', 'loadKept', 'evaluate', 'childProcessFunctions', 'start'],
  },
  // Loaded when a program asks for Node's module, or loads an addon.
  { name: 'override/early-addon' },
  // Loaded when a program makes a worker.
  { name: 'preload/when-used' },
  // Loaded by the start of a forked child.
  {
    name: 'preload/forked-child',
    atStart: [
      'mayTakeChannelOver',
      'mayBeNative',
      'nodeSymbol',
      'readNodesHandle',
      'carryLightTraffic',
      'awaitTraffic',
      'isBuiltinLoaded',
      'moduleClass',
      'syncESModules',
      'onFirstLook',
    ],
  },
  // Loaded by a forked child with more than light traffic.
  { name: 'child_process/load-channels', atStart: [...CODE_CACHE, 'parentOf', 'moduleClass', 'loadKept', 'evaluate'] },
  // Loaded by the start of a worker.
  { name: 'preload/worker-start' },
  // Loaded by the first process that a version of Node runs.
  { name: 'bundles/kept-code' },
  { name: 'backend/index' },
  { name: 'command/rt' },
  // Loaded by `rt doctor`, and for the version.
  { name: 'command/doctor' },
];

/**
 * Modules, and folders of them, that may be in several bundles: they keep nothing between two
 * calls, or only what would be the same in each copy, such as the addon, which `require` gives
 * once.
 */
export const repeatable = [
  'backend/choices',
  'binding/',
  'bundles/',
  'child_process/arguments/ending-options',
  'child_process/arguments/limits',
  'child_process/arguments/setup-options',
  'child_process/arguments/signals',
  'child_process/arguments/started-workers',
  'child_process/arguments/terminal',
  'child_process/arguments/terminal-modes',
  'child_process/arguments/validate',
  'child_process/arguments/validate-number',
  'child_process/deviations',
  'child_process/error-names',
  'child_process/hooks/active-resources',
  'child_process/ipc/between-messages',
  'child_process/ipc/channel-environment',
  'child_process/ipc/handles/handle-message',
  'child_process/ipc/handles/native-handle',
  'child_process/ipc/internal-message',
  'child_process/ipc/report-malformed',
  'child_process/nodes-functions',
  'child_process/nodes-module',
  'child_process/parent-channel/await-traffic',
  'child_process/parent-channel/light-formats',
  'child_process/parent-channel/light-traffic',
  'child_process/parent-channel/read-nodes-handle',
  'debug',
  'errors/',
  'fast-paths',
  'handle-context',
  'kept-process',
  'node-builtins/',
  'node-options/',
  'node-symbol',
  'node-version',
  'override/late-child-process',
  'override/nodes-child-process',
  'override/replaced-before',
  'override/spawn-sync-binding',
  'override/switch',
  'preload/',
  'process-state',
  'querystring/',
  'register/commonjs',
  'register/cover-register',
  'register/hooks-thread',
  'register/load-import',
  'register/specifiers',
  'register/synchronous-hooks',
  'realm/',
  'stack-space',
  'switched-off',
  'system-constants',
];

/** Modules that a bundle leaves out when it uses nothing of them: the preloads do without. */
export const withoutEffects = ['realm/primordials', 'realm/safe-collections'];

/**
 * The bundle that a module is loaded with, when another one imports it; nothing for one that is
 * copied into each.
 */
export function bundleOf(module) {
  return bundles.find(({ name, isCopied }) => name === module && !isCopied);
}

/** Whether a module may be in several bundles. */
export function isRepeatable(module) {
  return repeatable.some((entry) => (entry.endsWith('/') ? module.startsWith(entry) : module === entry));
}
