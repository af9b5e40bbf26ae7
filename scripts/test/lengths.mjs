/**
 * How much the long specs do in `npm test`: enough to notice what a change has broken. Their
 * defaults are the full numbers, which CI and `npm test -- NAME` run.
 */
const short = {
  RT_DIFFERENTIAL_COUNT: '500',
  RT_FUZZ_COUNT: '20000',
  RT_HOSTILE_COUNT: '500',
  RT_LEAK_COUNT: '4000',
  RT_LIFE_CYCLES_SECONDS: '15',
  RT_RELIABILITY_PARTS: 'spawns,forks,workers,life-cycles,messages-json',
};

/**
 * The variables that make specs short, but for those that the environment has. None of them in CI.
 */
export function lengthOfSpecs() {
  if (process.env.CI) return {};
  return unlessSet(short);
}

/** Those of the variables that the environment does not have. */
export function unlessSet(variables) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));
}
