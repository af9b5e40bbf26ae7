// Programs that are libraries run on files for `node:test`, which print TAP.

/**
 * The arguments of Node that run such a file.
 *
 * @param {string} file
 */
export function testFile(file) {
  return ['--no-warnings', '--test-reporter=tap', '--test-timeout=30000', file];
}

/**
 * How many tests ended how, and the names of those that failed, if any.
 *
 * @param {import('./catalogue.mjs').End} end
 */
export function countTests({ status, stdout }) {
  const number = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1]);
  const failures = [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => name);
  return {
    ...(failures.length > 0 && { failures }),
    status,
    passed: number('pass'),
    failed: number('fail'),
    cancelled: number('cancelled'),
    skipped: number('skipped'),
  };
}

/** What {@link countTests} returns when all of a number of tests pass. */
export function allPassed(number) {
  return { status: 0, passed: number, failed: 0, cancelled: 0, skipped: 0 };
}
