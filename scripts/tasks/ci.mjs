// Runs all checks: `bash .ci/run`. A failing stage does not stop the later ones.
import { alone, browsers, packages, pages, repeated, sources } from '../ci/stages.mjs';
import { main, outcome } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { describe, sum } from '../test/counts.mjs';
import { namesIn } from '../test/failures.mjs';
import { conclude } from '../test/totals.mjs';

await main(async () => {
  const results = [
    ...(await runStages(alone)),
    ...(await runBeside(browsers, sources)),
    // Only now: the site is read in a browser, and tests in more than two of them run out of time.
    ...(await runBeside(packages, pages)),
  ];
  const total = sum(results.map(([, counts]) => counts));
  const failed = results.filter(([, counts]) => counts.failed > 0);
  // Repeated here: what happened in the first stages is thousands of lines above.
  for (const [name, { failures = [] }] of failed) {
    report(name, 'what failed:');
    for (const line of failures) console.log(line);
  }
  for (const [name, { late = [] }] of results) for (const line of late) report(name, line);
  for (const [name, { failures = [] }] of failed) for (const line of namesIn(failures)) report(name, line);
  const names = failed.map(([name]) => name).join(', ');
  report('total', names === '' ? 'every stage passed' : `failed stages: ${names}`);
  return conclude(total);
});

/** Runs two rows of stages at the same time. */
async function runBeside(row, other) {
  return (await Promise.all([runStages(row), runStages(other)])).flat();
}

/** Runs stages one after the other. */
async function runStages(stages) {
  const results = [];
  for (const [name, stage] of Object.entries(stages)) {
    report(name, 'started');
    const start = performance.now();
    let counts = await outcome(stage);
    if (counts.failed > 0 && repeated.has(name)) counts = await secondAttempt(name, stage, counts);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    report(name, `${counts.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s (${describe(counts)})`);
    results.push([name, counts]);
  }
  return results;
}

/** Runs a stage again, and notes in its counts what had failed. */
async function secondAttempt(name, stage, { failures = [] }) {
  report(name, 'failed, second attempt');
  const counts = await outcome(stage);
  const late = namesIn(failures).map((failure) => `in the second attempt: ${failure}`);
  return counts.failed > 0 ? counts : { ...counts, late: [...(counts.late ?? []), ...late] };
}
