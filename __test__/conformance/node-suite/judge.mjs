/**
 * What a file's two runs mean.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {import('./run-file.mjs').Outcome} [before] on Node alone, where it is needed
 * @property {import('./run-file.mjs').Outcome} after with the override
 * @property {'passed' | 'failed' | 'skipped' | 'not reached' | 'internal'} verdict
 * @property {string} note
 * @property {boolean} unexpected whether it differs from what expectations.json says
 */

/**
 * Compares a file's run under the override with its run on Node alone and with what is expected.
 *
 * @param {import('./test-files.mjs').TestFile} file
 * @param {import('./run-file.mjs').Outcome | undefined} before
 * @param {import('./run-file.mjs').Outcome} after
 * @param {import('./expectations.mjs').Expectation | undefined} expectation
 * @returns {Row}
 */
export function judge({ name }, before, after, expectation) {
  const row = (verdict, note, unexpected = false) => ({ name, before, after, verdict, note, unexpected });
  if (expectation?.status === 'internal') return row('internal', expectation.reason);
  // Where Node itself does not pass, there is nothing to compare with.
  if (before?.status === 'skipped') return row('skipped', before.why);
  if (before?.status === 'failed') return row('skipped', `fails on this Node alone, too: ${before.why}`);
  const found = finding(after);
  const expected = { fails: 'failed', 'not reached': 'not reached' }[expectation?.status] ?? 'passed';
  if (found.verdict === expected) return row(found.verdict, expectation?.reason ?? found.note);
  const note = expectation ? `expected: ${expectation.status} (${expectation.reason})` : found.note;
  return row(found.verdict, note, true);
}

/**
 * Whether a file passes with the override, as expected: its run on Node alone would say no more.
 *
 * @param {import('./run-file.mjs').Outcome} after
 * @param {import('./expectations.mjs').Expectation | undefined} expectation
 */
export function isClear(after, expectation) {
  return expectation === undefined && finding(after).verdict === 'passed';
}

function finding({ status, why, proof }) {
  if (status === 'skipped') return { verdict: 'failed', note: `skips itself only with the override: ${why}` };
  if (status === 'failed') return { verdict: 'failed', note: why };
  if (proof.processes === 0)
    return { verdict: 'not reached', note: 'no process lived to say that the override was on' };
  if (!proof.overridden) return { verdict: 'not reached', note: 'the override was off' };
  if (proof.functions.length === 0) return { verdict: 'not reached', note: 'none of our functions was called' };
  return { verdict: 'passed', note: '' };
}
