/**
 * @typedef {object} Platform how the specs run on a platform
 * @property {string} how honest words for it
 * @property {'qemu' | 'wine'} [under] what its programs run under; default: this machine's system
 * @property {string} [addon] the platform whose addon it has; default: its own
 * @property {Record<string, string>} [variables] of the environment
 * @property {string[]} [selection] the specs that run without `--all`; default: all of them
 * @property {number} [atOnce] how many spec files run at once, each in a run of its own: one that
 *   hangs, or is slow as in an emulator, takes nothing else with it; default: by folders
 * @property {Record<string, string>} [lengths] in the place of those in {@link shorter}
 */

/**
 * What runs under an emulator in a few minutes: the specs of each function, of errors and signals,
 * of streams, of messages and of query strings. `--all` runs the others too.
 */
const shortSelection = [
  ...['child_process/api/exec', 'child_process/api/fork', 'child_process/api/module'],
  ...['child_process/api/synchronous', 'child_process/arguments/bad-arguments'],
  ...['child_process/arguments/environment', 'child_process/child/errors', 'child_process/child/signals'],
  ...['child_process/ipc/channel', 'child_process/ipc/messages', 'child_process/stdio/plan'],
  ...['child_process/stdio/stdio', 'querystring/values', 'querystring/writing'],
];

/** What runs on Windows; the other specs are about what it does not have, or start `sh`. */
const windowsSelection = [
  ...['child_process/api/exec', 'child_process/api/fork', 'child_process/api/fork-options'],
  ...['child_process/api/module', 'child_process/api/synchronous', 'child_process/api/synchronous-differential'],
  ...['child_process/api/synchronous-input', 'child_process/api/synchronous-output'],
  ...['child_process/api/synchronous-pipes', 'child_process/arguments/bad-arguments'],
  ...['child_process/arguments/environment', 'child_process/arguments/live-environment'],
  ...['child_process/arguments/on-windows', 'child_process/arguments/path-lookup'],
  ...['child_process/arguments/prototype', 'child_process/arguments/shell', 'child_process/arguments/windows'],
  ...['child_process/child/context', 'child_process/child/errors', 'child_process/child/exceptions'],
  ...['child_process/child/life-cycle', 'child_process/child/members', 'child_process/child/on-windows'],
  ...['child_process/child/patched-prototype', 'child_process/child/process-exit', 'child_process/child/signals'],
  ...['child_process/child/workers', 'child_process/hooks/copies', 'child_process/hooks/diagnostics'],
  ...['child_process/ipc/advanced', 'child_process/ipc/channel'],
  ...['child_process/ipc/coalescing', 'child_process/ipc/context', 'child_process/ipc/disconnect'],
  ...['child_process/ipc/handles/http'],
  ...['child_process/ipc/handles/socket-lists', 'child_process/ipc/internal-message'],
  ...['child_process/ipc/json-pieces', 'child_process/ipc/messages', 'child_process/ipc/on-windows'],
  ...['child_process/ipc/patched-builtins', 'child_process/ipc/payloads', 'child_process/ipc/pending'],
  ...['child_process/ipc/send-arguments', 'child_process/ipc/serializations'],
  ...['child_process/ipc/without-fast-paths', 'child_process/stdio/plan'],
  ...['child_process/stdio/stdio', 'backend/', 'command/rt', 'override/active-handles', 'override/builtins'],
  ...['override/forked-child', 'override/hand-on', 'override/lazy', 'override/live-environment'],
  ...['override/patched-language', 'override/permission', 'override/spawn-sync-binding'],
  ...['override/worker-exec-argv', 'package/no-addons', 'package/one-addon', 'register/import'],
  ...['register/specifiers', 'fast-paths'],
  ...['querystring/boundary', 'querystring/bounds', 'querystring/entries', 'querystring/urls', 'querystring/values'],
];

/** What runs on Windows with the addon only: Node's end of a channel hangs there, or takes long. */
const ownChannelOnWindows = [
  ...['child_process/ipc/burst', 'child_process/ipc/exit', 'child_process/ipc/handles/receiving'],
];

/** @type {Platform} */
const emulated = {
  how: 'tested under qemu',
  under: 'qemu',
  selection: shortSelection,
  atOnce: 2,
  lengths: { RT_HOSTILE_COUNT: '30', RT_MEMORY_COUNT: '50' },
};

/**
 * The platforms whose addon runs here, besides this machine's own.
 *
 * @type {Record<string, Platform>}
 */
export const platforms = {
  'linux-x64-musl': { how: 'tested' },
  'linux-arm64-gnu': emulated,
  'linux-arm64-musl': emulated,
  'win32-x64-gnu': { how: 'tested under Wine, gnu ABI', under: 'wine', selection: windowsSelection },
  // The addon starts the processes there only where that is asked for.
  'win32-x64-gnu-native': {
    how: 'the same, with `RT_STD_BACKEND=native`',
    under: 'wine',
    addon: 'win32-x64-gnu',
    variables: { RT_STD_BACKEND: 'native' },
    selection: [...ownChannelOnWindows, ...windowsSelection.filter((name) => !name.startsWith('querystring/'))],
  },
};

/** How many random calls and processes the long specs make; all, on this machine's own platform. */
export const shorter = {
  RT_FUZZ_COUNT: '5000',
  RT_DIFFERENTIAL_COUNT: '200',
  RT_LEAK_COUNT: '500',
  RT_HOSTILE_COUNT: '100',
  RT_LIFE_CYCLES_SECONDS: '5',
  RT_RELIABILITY_PARTS: 'spawns',
  RT_QUERY_SWITCHES: 'all',
};
