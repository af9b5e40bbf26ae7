// Runs all checks: `bash .ci/run`. A failing stage does not stop the later ones.
import { stages } from '../ci/stages.mjs';
import { main, outcome } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { describe, sum } from '../test/counts.mjs';

await main(async () => {
  const results = [];
  for (const [name, stage] of Object.entries(stages)) {
    report(name, 'started');
    const start = performance.now();
    const counts = await outcome(stage);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    report(name, `${counts.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s (${describe(counts)})`);
    results.push([name, counts]);
  }
  const total = sum(results.map(([, counts]) => counts));
  const failed = results.filter(([, counts]) => counts.failed > 0);
  // Repeated here: what happened in the first stages is thousands of lines above.
  for (const [name, { failures = [] }] of failed) {
    report(name, 'what failed:');
    for (const line of failures) console.log(line);
  }
  for (const [name, { late = [] }] of results) for (const line of late) report(name, line);
  const names = failed.map(([name]) => name).join(', ');
  report('total', names === '' ? 'every stage passed' : `failed stages: ${names}`);
  console.log(describe(total));
  return total.failed > 0 ? 1 : 0;
});
