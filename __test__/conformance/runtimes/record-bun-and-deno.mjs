import { FolderCounts } from '../../../scripts/test/folder-counts.mjs';
import { page } from '../page.mjs';
import { record, recorded } from '../results.mjs';
import { leftOut, limits } from './bun-and-deno.mjs';

const section = 'bun-and-deno';
const names = { bun: 'Bun', deno: 'Deno' };

/**
 * Writes the results of our specs in Bun and Deno, and what each cannot do; a runtime that was not
 * run keeps what an earlier run found out.
 *
 * @param {{ runtime: 'bun' | 'deno', version: string, results: import('../../../scripts/test/spec-lines.mjs').Result[] }[]}
 *   runs
 */
export async function recordBunAndDeno(runs) {
  if (runs.length === 0) return;
  const now = runs.map(({ runtime, version, results }) => [runtime, { version, folders: describe(results) }]);
  const all = { ...(await recorded(section))?.runs, ...Object.fromEntries(now) };
  const columns = Object.keys(names).filter((name) => all[name]);
  const folders = [...new Set(columns.flatMap((name) => Object.keys(all[name].folders)))].sort();
  await record(section, {
    command: 'npm run test:matrix -- --record',
    heading: ['What', ...columns.map((name) => `${names[name]} ${all[name].version}`), 'Reason'],
    textColumns: 2 + columns.length,
    lines: [
      ...folders.map((folder) => [
        `specs of \`${folder}\``,
        ...columns.map((name) => all[name].folders[folder] ?? ''),
        '',
      ]),
      ...limits.map((limit) => [limit.what, ...columns.map((name) => ability(limit, name)), limit.reason]),
    ],
    remarks: [
      'Tests that passed; behind them, those that failed or were skipped. The oracle is Node: it runs the same specs, and the results of its own module are the expected ones. Each test that fails does so for a row that says no (`__test__/conformance/runtimes/expectations.json`).',
      'What does not run there:',
      leftOut.map(({ files, reason }) => `- ${files.map((file) => `\`${file}\``).join(', ')}: ${reason}`).join('\n'),
    ],
    runs: all,
  });
  await page.write();
}

function describe(results) {
  const counts = new FolderCounts();
  for (const result of results) counts.add(result);
  return counts.describeAll();
}

function ability({ sometimes, ...tests }, name) {
  if (!tests[name]) return 'yes';
  return sometimes ? 'not always' : 'no';
}
