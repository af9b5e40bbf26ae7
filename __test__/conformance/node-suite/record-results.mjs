import { page } from '../page.mjs';
import { record, recorded } from '../results.mjs';

const section = 'node-suite';
const counted = ['passed', 'failed', 'not reached', 'internal', 'skipped'];
// What Node alone does not pass says nothing about us; the number is enough.
const explained = ['failed', 'not reached', 'internal'];

/**
 * Writes how the files went on this Node for `docs/compatibility.md`, in the place of what an
 * earlier run found out about the same major.
 *
 * @param {import('./judge.mjs').Row[]} rows
 */
export async function recordResults(rows) {
  const earlier = await recorded(section);
  const major = Number.parseInt(process.versions.node, 10);
  const runs = { ...earlier?.runs, [major]: runOf(rows) };
  await record(section, {
    command: 'npm run test:node-suite -- --all --record',
    heading: ['Node', 'files', ...counted],
    textColumns: 1,
    lines: Object.values(runs).map(({ node, counts }) => [node, String(sum(counts)), ...counts.map(String)]),
    remarks: [
      'What the words mean: `docs/node-suite.md`. Skipped are those that skip themselves, or fail, on that Node alone. The tests are those of Node 20. 644 files are all that mention `child_process`; 207, without `--all`, are those named after our modules.',
      'Each file that does not count as passed:',
      reasons(runs).join('\n'),
    ],
    runs,
  });
  await page.write();
}

function runOf(rows) {
  return {
    node: process.version.slice(1),
    counts: counted.map((verdict) => rows.filter((row) => row.verdict === verdict).length),
    others: Object.fromEntries(
      rows
        .filter(({ verdict }) => explained.includes(verdict))
        .map(({ name, verdict, note }) => [name, `${verdict}: ${note}`]),
    ),
  };
}

function reasons(runs) {
  const majorsByLine = new Map();
  for (const [major, { others }] of Object.entries(runs))
    for (const [name, reason] of Object.entries(others)) {
      const line = `\`${name}\`: ${reason}`;
      majorsByLine.set(line, [...(majorsByLine.get(line) ?? []), major]);
    }
  const all = Object.keys(runs).length;
  return [...majorsByLine]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([line, majors]) => `- ${line}${majors.length === all ? '' : ` (Node ${majors.join(', ')})`}`);
}

function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}
