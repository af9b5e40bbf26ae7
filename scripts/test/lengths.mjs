/**
 * How much the long tests do in `npm test`, in CI too: enough to notice what a change has broken.
 * Their defaults are the full numbers, which `npm test -- NAME` and `npm run test:reliability` run.
 */
const short = {
  PROPTEST_CASES: '64',
  RT_DIFFERENTIAL_COUNT: '300',
  RT_FUZZ_COUNT: '10000',
  RT_HOSTILE_COUNT: '150',
  RT_LEAK_COUNT: '1500',
  RT_LIFE_CYCLES_SECONDS: '8',
  RT_RELIABILITY_PARTS: 'spawns,forks,workers,failing-calls,life-cycles',
  RT_QUERY_SWITCHES: 'all',
};

/** How much they do on a Node that is not this machine's own, beside what is done on that. */
const shortElsewhere = {
  ...short,
  RT_DIFFERENTIAL_COUNT: '150',
  RT_FUZZ_COUNT: '5000',
  RT_HOSTILE_COUNT: '75',
  RT_ORPHANS_COUNT: '2',
  RT_PATCHED_STEP: '3',
  RT_SYNC_COUNT: '6',
};

/**
 * The specs that take long and seldom find anything: what they measure changes with few of the
 * files. `npm test` leaves them to CI; `npm test -- NAME` runs them too.
 */
const leftToCi = ['child_process/ipc/soak', 'child_process/native/memory-budget', 'querystring/memory'];

/** The variables that make tests short, but for those that the environment has. */
export function lengthOfTests() {
  return unlessSet(short);
}

/** The same for the specs on another Node. */
export function lengthElsewhere() {
  return unlessSet(shortElsewhere);
}

/** Those of the variables that the environment does not have. */
export function unlessSet(variables) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));
}

/** The names of specs that are not run now. None in CI. */
export function specsLeftOut() {
  return process.env.CI ? [] : leftToCi;
}
