/**
 * @typedef {object} Platform how the specs run on a platform
 * @property {string} how honest words for it
 * @property {'qemu' | 'wine'} [under] what its programs run under; default: this machine's system
 * @property {string} [addon] the platform whose addon it has; default: its own
 * @property {Record<string, string>} [variables] of the environment
 * @property {string[]} [selection] the specs that run without `--all`; default: all but those that
 *   `expectations.json` leaves out, with reasons
 * @property {number} [atOnce] how many spec files run at once, each in a run of its own: one that
 *   hangs, or is slow as in an emulator, takes nothing else with it; default: by folders
 * @property {Record<string, string>} [lengths] in the place of those in {@link shorter}
 */

/**
 * What runs under an emulator in a few minutes: the specs of each function, of errors and signals,
 * of streams, of messages and of query strings. The longest go first, so that nothing runs by
 * itself at the end. `--all` runs the others too.
 */
const shortSelection = [
  ...['querystring/writing', 'child_process/api/synchronous', 'child_process/ipc/channel'],
  ...['child_process/api/fork', 'child_process/stdio/stdio', 'child_process/ipc/messages'],
  ...['child_process/child/signals', 'querystring/values', 'child_process/arguments/environment'],
  ...['child_process/api/exec', 'child_process/api/module', 'child_process/arguments/bad-arguments'],
  ...['child_process/child/errors', 'child_process/stdio/plan'],
];

/** @type {Platform} */
const emulated = {
  how: 'tested under qemu',
  under: 'qemu',
  selection: shortSelection,
  atOnce: 2,
  // What is all TypeScript is the same on each processor.
  lengths: { RT_HOSTILE_COUNT: '30', RT_MEMORY_COUNT: '50', RT_QUERY_BACKENDS: 'native,wasm' },
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
  'win32-x64-gnu': { how: 'tested under Wine, gnu ABI', under: 'wine' },
  // The addon starts the processes there only where that is asked for.
  'win32-x64-gnu-native': {
    how: 'the same, with `RT_STD_BACKEND=native`',
    under: 'wine',
    addon: 'win32-x64-gnu',
    variables: { RT_STD_BACKEND: 'native' },
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
