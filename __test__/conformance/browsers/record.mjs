import { Failure } from '../../../scripts/run/failure.mjs';
import { describe } from '../../../scripts/test/counts.mjs';
import { page } from '../page.mjs';
import { record } from '../results.mjs';
import { bundlers, sizeOfScripts } from './project.mjs';

/**
 * Writes the results of the browsers into docs/compatibility.md.
 *
 * @param {Awaited<ReturnType<typeof import('./project.mjs').makeProject>>} project
 * @param {{ name: string, version?: string, rows: { bundler: string, place: string, counts: import('../../../scripts/test/counts.mjs').Counts }[], checks: import('../../../scripts/test/counts.mjs').Counts, reasons: string[] }[]}
 *   results one for each browser
 * @throws {Failure} when there was no result of a browser
 */
export async function recordBrowsers(project, results) {
  const missing = results.filter(({ version }) => version === undefined).map(({ name }) => name);
  if (missing.length > 0) throw new Failure(`nothing is recorded without ${missing.join(' and ')}`);
  const lines = await Promise.all(
    results[0].rows.map(async ({ bundler, place }, index) => {
      const { raw, compressed } = sizeOfScripts(await project.bundled(bundler, 'readme'));
      const counts = results.map(({ rows }) => describe(rows[index].counts));
      return [`${bundler} ${bundlers[bundler].version}`, place, ...counts, bytes(raw), bytes(compressed)];
    }),
  );
  await record('browsers', {
    command: 'npm run test:browsers',
    heading: [...['Bundler', 'Where'], ...results.map(title), ...["README's program, bytes", 'by gzip, bytes']],
    textColumns: 2,
    lines,
    remarks: [
      'Each row: the spec files that say what the module does, under a Content-Security-Policy that allows scripts of the same origin and WebAssembly and nothing else, the ' +
        "answers to random calls beside those of Node's own module, and what was requested.",
      `The other checks (what the module says where WebAssembly or its vectors are refused, README's program with each bundler and by import map, the playground, whether wrong answers are noticed): ${results
        .map((result) => `${title(result)}: ${[describe(result.checks), ...result.reasons].join('; ')}`)
        .join('. ')}.`,
    ],
  });
  await page.write();
}

function title({ name, version }) {
  return `${name[0].toUpperCase()}${name.slice(1)} ${version}`;
}

function bytes(count) {
  return count.toLocaleString('en-US');
}
