import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { runSpecs } from '../../../scripts/test/ava.mjs';
import { lengthOfTests } from '../../../scripts/test/lengths.mjs';
import { specFilesBut } from '../../../scripts/test/spec-files.mjs';

/** The majors of Node that are supported, each tested by its newest release. */
export const SUPPORTED = [20, 22, 24, 26];

/**
 * What the machine's own Node shows for all of them: about this project's tools and pages, programs
 * made of functions that other specs test, random calls of the codec, which is not Node's code, and
 * long runs with children in other languages.
 */
const SAME_ON_EACH = [
  ...['conformance/', 'docs/', 'examples/', 'reliability/', 'set-up/'],
  ...['querystring/bounds', 'querystring/long', 'querystring/writing', 'querystring/writing.fuzz'],
  ...['child_process/ipc/python', 'child_process/ipc/rust', 'child_process/ipc/soak', 'child_process/types'],
];

/**
 * One run of the specs for each supported Node besides the one on this machine, by the name of the
 * run.
 *
 * @param {object} how
 * @param {boolean} how.all whether what is the same on each Node runs too
 */
export function otherNodes({ all }) {
  const own = Number.parseInt(process.versions.node, 10);
  return onNodes(
    SUPPORTED.filter((major) => major !== own),
    { all },
  );
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
  return Object.fromEntries(majors.map((major) => [`specs on Node ${major}`, () => runOn(major, how)]));
}

async function runOn(major, { all, onResult }) {
  const node = await runtime(`node@${major}`);
  return runSpecs(specFilesBut(all ? [] : SAME_ON_EACH), {
    step: `specs on Node ${major}`,
    node,
    variables: lengthOfTests(),
    concurrency: 3,
    onResult: onResult && ((result) => onResult(major, result)),
  });
}
