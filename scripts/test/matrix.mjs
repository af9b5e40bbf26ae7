import { runtime } from '../runtimes/runtime.mjs';
import { runSpecs } from './ava.mjs';

/** The majors of Node that are supported, each tested by its newest release. */
export const SUPPORTED = [20, 22, 24, 26];

/** One run of the specs for each supported Node besides the one on this machine, by the name of the run. */
export function otherNodes() {
  const own = Number.parseInt(process.versions.node, 10);
  const others = SUPPORTED.filter((major) => major !== own);
  return Object.fromEntries(others.map((major) => [`specs on Node ${major}`, () => runOn(major)]));
}

async function runOn(major) {
  return runSpecs([], { step: `specs on Node ${major}`, node: await runtime(`node@${major}`) });
}
