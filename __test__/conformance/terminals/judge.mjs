import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('expectations.json', import.meta.url));
const statuses = ['fails', 'internal'];

/**
 * What is expected of a test that does not count as passed: `fails`, or `internal` for one whose
 * result says nothing about us. With `processName`, only where Node's process has this in its name.
 *
 * @typedef {Record<string, { status: 'fails' | 'internal', reason: string, processName?: string }>}
 *   Expectations
 */

/** @returns {Expectations} those that hold for the Node that runs this */
export function readExpectations() {
  const ownName = readFileSync('/proc/self/comm', 'utf8').trim();
  const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.filter(([, { processName = '' }]) => ownName.includes(processName)));
}

/**
 * What is wrong with the expectations themselves.
 *
 * @param {Expectations} expectations
 * @param {string[]} titles of all tests
 * @returns {string[]}
 */
export function problemsOf(expectations, titles) {
  return Object.entries(expectations).flatMap(([title, { status, reason }]) => [
    ...(titles.includes(title) ? [] : [`expectations.json: there is no test '${title}'`]),
    ...(statuses.includes(status) ? [] : [`expectations.json: '${title}' has the unknown status '${status}'`]),
    ...(reason?.trim() ? [] : [`expectations.json: '${title}' has no reason`]),
  ]);
}

/**
 * The verdict on one test. Many of them wait for a fixed time, which a busy machine exceeds: one
 * pass in several attempts counts.
 *
 * @param {string} title
 * @param {(string | undefined)[]} errors of the attempts with our module
 * @param {Expectations} expectations
 * @returns {{ verdict: 'passed' | 'skipped' | 'failed', note?: string }}
 */
export function judge(title, errors, expectations) {
  const passed = errors.includes(undefined);
  const { status, reason } = expectations[title] ?? {};
  if (status === 'internal') return { verdict: 'skipped', note: reason };
  if (status === 'fails') {
    return passed
      ? { verdict: 'failed', note: 'passes: take it out of expectations.json' }
      : { verdict: 'skipped', note: `fails as expected: ${reason}` };
  }
  return passed ? { verdict: 'passed' } : { verdict: 'failed', note: errors.at(-1) };
}
