/**
 * @typedef {object} Part
 * @property {string} about what it shows
 * @property {string} [program] in `programs/`: runs in a process of its own and reports what it
 *   measured
 * @property {object} [plan] what the program gets besides count and seed
 * @property {readonly string[]} [specs] or: specs that a variable makes longer
 * @property {readonly string[]} [cargo] or: arguments of cargo, for a test of a crate
 * @property {string} [variable] of the environment: how often the specs try
 * @property {string} [seedVariable] of the environment: the seed from which they begin
 * @property {number} [callsEach] how many calls of ours one try is, at least
 * @property {number} count by default
 * @property {number} quick with `--quick`, as in the tests
 */

const MEBIBYTE = 1024 ** 2;

/** @type {Record<string, Part>} */
export const parts = {
  spawns: {
    about: 'children started in every way, failing, aborted, killed and timed out',
    program: 'spawns.mjs',
    count: 100_000,
    quick: 20_000,
  },
  synchronous: {
    about: 'functions that return bytes or long texts, called in one turn of the event loop',
    program: 'synchronous.mjs',
    count: 20_000,
    quick: 1500,
  },
  forks: {
    about: 'forked children that send everything back, sockets too, with `json` and `advanced`',
    program: 'forks.mjs',
    count: 10_000,
    quick: 40,
  },
  workers: {
    about: 'workers that are terminated while they spawn, fork and send',
    program: 'workers.mjs',
    count: 2000,
    quick: 40,
  },
  stops: {
    about: 'forked children that get SIGSTOP, SIGCONT and SIGKILL at random moments of a talk',
    program: 'stops.mjs',
    count: 1000,
    quick: 40,
  },
  'failing-calls': {
    about: 'every system call of the addon, in the child before `exec` too, fails in turn with every error it may have',
    program: 'failing-calls.mjs',
    count: 1_000_000,
    quick: 60,
  },
  ...Object.fromEntries(
    [undefined, 22, 24, 26].map((version) => [
      version ? `life-cycles-${version}` : 'life-cycles',
      {
        about: `random programs that start, signal, talk to and end children, compared with the module of ${version ? `Node ${version}` : 'the running Node'}`,
        program: 'life-cycles.mjs',
        plan: { runtime: version && `node@${version}` },
        count: 20_000,
        quick: 1000,
      },
    ]),
  ),
  'messages-json': {
    about: 'messages of random sizes, half of them each way, checked by their checksums',
    program: 'messages.mjs',
    plan: { serialization: 'json' },
    count: 4_000_000,
    quick: 20_000,
  },
  'messages-advanced': {
    about: "the same with `serialization: 'advanced'`",
    program: 'messages.mjs',
    plan: { serialization: 'advanced' },
    count: 4_000_000,
    quick: 20_000,
  },
  ...Object.fromEntries(
    ['json', 'advanced'].map((serialization) => [
      `soak-${serialization}`,
      {
        about: `20 GiB of text in messages of up to 1 MiB, half of it each way, with \`${serialization}\``,
        program: 'messages.mjs',
        plan: { serialization, longest: MEBIBYTE, mostGrowth: 64 },
        // The lengths are spread evenly over the orders of magnitude.
        count: Math.ceil((20 * 1024 * Math.log(MEBIBYTE)) / 2) * 2,
        quick: 400,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['json', 'advanced'].flatMap((format) =>
      [false, true].map((descriptors) => [
        `hostile-${format}${descriptors ? '-descriptors' : ''}`,
        {
          about: `frames with \`${format}\` that no well-meant peer sends, to a parent and to a child${descriptors ? ', with descriptors that no frame announces' : ''}`,
          program: 'hostile.mjs',
          plan: { format, descriptors },
          count: 10_000_000,
          quick: 2000,
        },
      ]),
    ),
  ),
  'query-strings': {
    about: 'random and hostile query strings, on every backend, compared with the module of Node',
    specs: ['querystring/reading.fuzz', 'querystring/writing.fuzz', 'querystring/crate.fuzz'],
    variable: 'RT_FUZZ_COUNT',
    seedVariable: 'RT_FUZZ_SEED',
    // Each of the three fuzzers makes it with all five backends, or with three of them.
    callsEach: 9,
    count: 560_000,
    quick: 5000,
  },
  calls: {
    about: 'random calls of `child_process`, compared with the module of Node',
    specs: ['child_process/api/differential'],
    variable: 'RT_DIFFERENTIAL_COUNT',
    seedVariable: 'RT_DIFFERENTIAL_SEED',
    count: 20_000,
    quick: 200,
  },
  frames: {
    about: 'random and hostile streams of frames, read by the decoder of both formats',
    cargo: ['test', '--release', '--package', 'rt-ipc', '--test', 'decoder', 'fuzz'],
    variable: 'RT_FUZZ_COUNT',
    seedVariable: 'RT_FUZZ_SEED',
    count: 10_000_000,
    quick: 10_000,
  },
};
