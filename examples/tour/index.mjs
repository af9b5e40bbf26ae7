/**
 * A tour of rt-std: real processes and real bytes, each result checked. Run it with `npm start`, or
 * by `node index.mjs` in any folder where `rt-std` is installed. It exits with 1 when a check
 * fails.
 */
import { visitCommands } from './commands.mjs';
import { visitFork } from './fork.mjs';
import { visitLatency } from './latency.mjs';
import { visitPipeline } from './pipeline.mjs';
import { visitQuerystring } from './querystring.mjs';
import { Report } from './report.mjs';

const report = new Report(process.stdout);
const start = performance.now();
report.title(`A tour of rt-std on Node ${process.version}, ${process.platform} ${process.arch}`);

for (const [title, visit] of [
  ['Query strings of URLs, by Rust in an addon and in WebAssembly', visitQuerystring],
  ['A pipeline of programs: gzip to gunzip', visitPipeline],
  ['Commands: their output, and how they fail', visitCommands],
  ['A forked worker and its channel', visitFork],
  ['What it costs to start a process, beside Node', visitLatency],
]) {
  report.chapter(title);
  try {
    await visit(report);
  } catch (error) {
    report.check(false, `chapter '${title}' runs to its end`, error?.message ?? String(error));
    for (const line of error?.stack?.split('\n') ?? []) report.line(line);
  }
}

report.title('');
if (report.failures.length > 0) {
  report.title(`FAILED, ${report.failures.length} in all:`);
  for (const failure of report.failures) report.line(failure);
  process.exitCode = 1;
} else {
  report.title(`All checks passed in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
