import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { summarize } from '../process/statistics.mjs';
import { machine } from '../report/machine.mjs';

/**
 * The page of the benchmark.
 *
 * @param {{ tree: string, samples: Record<string, { call: number, gone?: number, left: number }[]> }[]}
 *   results
 * @param {number} rounds
 * @returns {string} Markdown
 */
export function page(results, rounds) {
  const heading = ['', 'ended by', 'call', 'until nothing is left', 'left after a second'];
  const lines = results.flatMap(({ tree, samples }) =>
    Object.entries(samples).map(([way, all]) => [
      tree,
      way,
      milliseconds(all.map(({ call }) => call)),
      all.every(({ gone }) => gone !== undefined) ? milliseconds(all.map(({ gone }) => gone)) : 'never',
      String(Math.max(...all.map(({ left }) => left))),
    ]),
  );
  return `# Ending a tree of processes

Written by \`npm run bench -- ending\`: medians of ${rounds} rounds in turns, with \`SIGKILL\`, on ${machine()}

_Call_ is the time until the function has returned, or its promise or callback has come. _Until nothing is left_ is the time from the same
moment until no process of the tree runs. tree-kill lists the tree by \`ps\`; fkill ends a tree on Windows only, and elsewhere the process itself.
[ending-processes.md](../ending-processes.md) says what \`killTree()\` promises.

${markdownTable(heading, lines, 2)}
`;
}

function milliseconds(values) {
  return `${summarize(values).median.toFixed(1)} ms`;
}
