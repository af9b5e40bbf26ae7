import { report } from '../../../scripts/run/progress.mjs';
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { runSpecs } from '../../../scripts/test/ava.mjs';
import { noCounts, sum } from '../../../scripts/test/counts.mjs';
import { lengthElsewhere, lengthOfTests } from '../../../scripts/test/lengths.mjs';
import { specFiles, specFilesBut } from '../../../scripts/test/spec-files.mjs';
import { leftOutOn, nodeCommand } from '../platforms/run-platform.mjs';

/** The majors of Node that are supported, each tested by its newest release. */
export const SUPPORTED = [20, 22, 24, 26];

/**
 * What the machine's own Node shows for all of them: about this project's tools and pages, programs
 * made of functions that other specs test, random calls of the codec, which is not Node's code, and
 * long runs with children in other languages.
 */
const SAME_ON_EACH = [
  ...['conformance/', 'docs/', 'examples/', 'reliability/', 'set-up/'],
  ...['querystring/bounds', 'querystring/collected', 'querystring/crate.fuzz', 'querystring/long'],
  ...['querystring/writing', 'querystring/writing.fuzz'],
  ...['child_process/ipc/python', 'child_process/ipc/rust', 'child_process/ipc/soak', 'child_process/types'],
];

/** What a process's memory depends on is V8, whose newest shows it beside the machine's own. */
const MEMORY = ['child_process/native/memory-budget', 'querystring/memory'];

/** What depends on the loader. */
const LOADER = [
  ...['register/', 'override/runtimes', 'override/replaced-environment', 'override/forked-child'],
  'package/loaded',
];

/**
 * Older minor versions, and the specs of what is not as in the newest there: before 22.15 there are
 * no hooks on the same thread, before 22.14 a length that comes in two parts stops the reader of a
 * channel, and before 24.5 hooks are given a set of conditions.
 */
const OLDER = { '22.13.1': [...LOADER, 'child_process/ipc/'], '24.4.0': LOADER };

/** This version runs with musl, which shows two things at once, unless each is to run by itself. */
const ON_MUSL = 22;

/**
 * One run of the specs for each supported Node besides the one on this machine, by the name of the
 * run. One of them is a Node for musl, where `npm run test:platforms` runs all specs.
 *
 * @param {object} how
 * @param {boolean} how.all whether what is the same on each Node runs too, and each Node with glibc
 */
export function otherNodes({ all }) {
  const own = Number.parseInt(process.versions.node, 10);
  const others = SUPPORTED.filter((major) => major !== own);
  if (all) return onNodes(others, { all });
  return {
    ...onNodes(
      others.filter((major) => major !== ON_MUSL),
      { all },
    ),
    [`specs on Node ${ON_MUSL} with musl`]: runOnMusl,
  };
}

/**
 * One run of all specs for each supported Node, by the name of the run.
 *
 * @param {(major: number, result: import('../../../scripts/test/spec-lines.mjs').Result) => void}
 *   onResult called for each test
 */
export function allNodes(onResult) {
  return onNodes(SUPPORTED, { all: true, onResult });
}

function onNodes(majors, how) {
  return Object.fromEntries(
    majors.map((major) => [
      `specs on Node ${major}`,
      () => runOn(major, specFilesBut(how.all ? [] : leftOutOnNode(major)), how),
    ]),
  );
}

function leftOutOnNode(major) {
  return major === Math.max(...SUPPORTED) ? SAME_ON_EACH : [...SAME_ON_EACH, ...MEMORY];
}

/** One run of some specs for each of the older minor versions, by the name of the run. */
export function olderNodes() {
  const files = (patterns) => {
    const same = specFiles(SAME_ON_EACH);
    return specFiles(patterns).filter((file) => !same.includes(file));
  };
  return Object.fromEntries(
    Object.entries(OLDER).map(([version, patterns]) => {
      const step = `some specs on Node ${version}`;
      return [step, () => runOn(version, files(patterns), { step })];
    }),
  );
}

async function runOnMusl() {
  const platform = 'linux-x64-musl';
  const step = `specs on Node ${ON_MUSL} with musl`;
  const { missing, command } = process.arch === 'x64' ? await nodeCommand(platform, step) : { missing: 'not x64' };
  const leftOut = leftOutOnNode(ON_MUSL);
  if (missing) {
    report(step, `skipped: ${missing}; with glibc in its place`);
    return sum([await runOn(ON_MUSL, specFilesBut(leftOut)), { ...noCounts(), skipped: 1 }]);
  }
  const [node] = command;
  const files = specFilesBut([...leftOut, ...leftOutOn(platform)]);
  return runSpecs(files, { step, node, variables: lengthElsewhere(), concurrency: 3 });
}

async function runOn(version, files, { step = `specs on Node ${version}`, all = false, onResult } = {}) {
  const node = await runtime(`node@${version}`);
  return runSpecs(files, {
    step,
    node,
    variables: all ? lengthOfTests() : lengthElsewhere(),
    concurrency: 3,
    onResult: onResult && ((result) => onResult(version, result)),
  });
}
