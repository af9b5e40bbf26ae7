import { leftOut, limits } from '../test/other-runtimes.mjs';
import { RoomCounts } from '../test/room-counts.mjs';
import { writePage } from './page.mjs';
import { record } from './results.mjs';

const runtimes = { bun: 'Bun', deno: 'Deno' };

/**
 * Writes what our specs came to in Bun and Deno, and what each cannot do.
 *
 * @param {{ runtime: 'bun' | 'deno', version: string, results: import('../test/spec-lines.mjs').Result[] }[]} runs
 */
export async function recordBunAndDeno(runs) {
  const columns = Object.keys(runtimes).map((name) =>
    columnOf(
      name,
      runs.find(({ runtime }) => runtime === name),
    ),
  );
  const rooms = [...new Set(columns.flatMap(({ counts }) => counts.rooms()))].sort();
  const lines = rooms.map((room) => [
    `specs of \`${room}\` that pass`,
    ...columns.map(({ counts }) => counts.describe(room)),
    '',
  ]);
  const cannot = limits.map(({ what, reason, sometimes, ...tests }) => [
    what,
    ...Object.keys(runtimes).map((name) => (tests[name] ? (sometimes ? 'not always' : 'no') : 'yes')),
    reason,
  ]);
  await record('bun-and-deno', {
    command: 'npm run test:matrix -- --record',
    heading: ['What', ...columns.map(({ title }) => title), 'Reason'],
    textColumns: 4,
    lines: [...lines, ...cannot],
    remarks: [
      "The oracle is Node's module: Node runs the same specs, and its answers are compared. What fails in a runtime is one of the rows that say no.",
      `Specs that do not run there:\n\n${leftOut.map(({ files, reason }) => `- ${files.map((file) => `\`${file}\``).join(', ')}: ${reason}`).join('\n')}`,
    ],
  });
  await writePage();
}

function columnOf(name, run) {
  const counts = new RoomCounts();
  for (const result of run?.results ?? []) counts.add(result);
  return { counts, title: run ? `${runtimes[name]} ${run.version}` : runtimes[name] };
}
