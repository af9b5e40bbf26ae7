import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts, settle } from './counts.mjs';

const anyStatus = Array.from({ length: 256 }, (_, status) => status);
const passed = /^ {2}✔ /;
const belongsToTest = /^ {4}/;
const failed = /^ {2}✘ /;
const skipped = /^ {2}- \[(skip|todo)\] /;

/**
 * Runs the compiled specs. What passed is counted in silence; everything else is shown.
 *
 * @param {string[]} [patterns] only these spec files
 */
export async function runSpecs(patterns = []) {
  const counts = noCounts();
  let lastReport = Date.now();
  let afterPassed = false;
  const onLine = (line) => {
    // What a test logs follows its line.
    if (afterPassed && belongsToTest.test(line)) return;
    afterPassed = passed.test(line);
    if (afterPassed) {
      counts.passed++;
      if (Date.now() - lastReport > 15_000) {
        lastReport = Date.now();
        report('specs', `${counts.passed} passed so far`);
      }
      return;
    }
    if (failed.test(line)) counts.failed++;
    if (skipped.test(line)) counts.skipped++;
    if (line.trim() !== '') console.log(line);
  };
  const ava = join(root, 'node_modules', '.bin', 'ava');
  const env = toolEnvironment({ extra: { NO_COLOR: '1', FORCE_COLOR: '0' } });
  const { status } = await run('specs', ava, patterns, { env, onLine, accept: anyStatus });
  return settle(counts, status, (text) => report('specs', text));
}
