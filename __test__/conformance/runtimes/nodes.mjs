import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { runSpecs } from '../../../scripts/test/ava.mjs';
import { unlessSet } from '../../../scripts/test/lengths.mjs';

/** The majors of Node that are supported, each tested by its newest release. */
export const SUPPORTED = [20, 22, 24, 26];

/**
 * How many random calls and processes the long specs make where nothing else is said: their full
 * count is that of the machine's own Node.
 */
const SHORTER = {
  RT_FUZZ_COUNT: '20000',
  RT_DIFFERENTIAL_COUNT: '500',
  RT_LEAK_COUNT: '4000',
  RT_HOSTILE_COUNT: '500',
  RT_LIFE_CYCLES_SECONDS: '10',
  RT_RELIABILITY_PARTS: 'spawns,forks,workers,life-cycles,messages-json,messages-advanced',
};

/**
 * One run of the specs for each supported Node besides the one on this machine, by the name of the
 * run.
 */
export function otherNodes() {
  const own = Number.parseInt(process.versions.node, 10);
  return onNodes(SUPPORTED.filter((major) => major !== own));
}

/**
 * One run of the specs for each supported Node, by the name of the run.
 *
 * @param {(major: number, result: import('../../../scripts/test/spec-lines.mjs').Result) => void}
 *   onResult called for each test
 */
export function allNodes(onResult) {
  return onNodes(SUPPORTED, onResult);
}

function onNodes(majors, onResult) {
  return Object.fromEntries(majors.map((major) => [`specs on Node ${major}`, () => runOn(major, onResult)]));
}

async function runOn(major, onResult) {
  const node = await runtime(`node@${major}`);
  const step = `specs on Node ${major}`;
  return runSpecs([], {
    step,
    node,
    variables: unlessSet(SHORTER),
    onResult: onResult && ((result) => onResult(major, result)),
  });
}
