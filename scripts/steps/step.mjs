import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { root, setUpFolder } from '../run/project.mjs';
import { fingerprint } from './fingerprint.mjs';

/**
 * Runs a step of the build, unless its inputs are those of the last run and its outputs are still
 * what that run left.
 *
 * @param {object} step
 * @param {string} step.name
 * @param {string[]} step.inputs files and folders, from the root of the clone
 * @param {unknown[]} [step.values] what else the result depends on, such as versions
 * @param {unknown[][]} [step.otherValues] values of other ways to run the step, whose result is
 *   good enough
 * @param {(path: string) => boolean} [step.keep] leaves files out of the inputs
 * @param {string[]} step.outputs files that must exist afterwards
 * @param {() => Promise<void>} step.run
 */
export async function step({ name, inputs, values, otherValues = [], keep, outputs, run }) {
  const stampPath = join(setUpFolder, `${name}.json`);
  const wanted = fingerprint(inputs, values, keep);
  const last = readStamp(stampPath);
  const accepted = [wanted, ...otherValues.map((other) => fingerprint(inputs, other, keep))];
  if (accepted.includes(last?.fingerprint) && sameState(last.outputs, stateOf(outputs))) return;

  rmSync(stampPath, { force: true });
  const start = performance.now();
  report(name, 'started');
  await run();
  const state = stateOf(outputs);
  const missing = outputs.filter((path) => state[path] === undefined);
  if (missing.length > 0) throw new Error(`${name} has not made ${missing.join(', ')}`);
  mkdirSync(setUpFolder, { recursive: true });
  writeFileSync(stampPath, JSON.stringify({ fingerprint: wanted, outputs: state }));
  report(name, `done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

// Size and time show that an output was removed, or made by someone else since.
function stateOf(outputs) {
  const state = {};
  for (const path of outputs) {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found !== undefined) state[path] = `${found.size} ${found.mtimeMs}`;
  }
  return state;
}

function sameState(left, right) {
  return JSON.stringify(left) === JSON.stringify(right);
}
