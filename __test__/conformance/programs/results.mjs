const MOST_SHOWN = 8_000;

/** The columns of the table. */
const heading = ['Program', 'Version', 'What is run', 'Result', 'Children', 'Node', 'rt-std', 'Time'];

/**
 * The result of a program in one line; when an attempt failed, what it printed too. The line of one
 * that failed begins with 'failed: ', of one that passed later with 'in the second attempt: ',
 * which is how `.ci/run` finds what to repeat.
 *
 * @param {import('./compare.mjs').Row} row
 */
export function textOf(row) {
  const { program, verdict, note, run } = row;
  const [, version, , , ...numbers] = lineOf(row);
  const name = `${program.name} ${version}`;
  const passed = `${name}: passed (${numbersText(numbers)})`;
  if (verdict === 'passed' && !note) return passed;
  if (verdict === 'skipped') return `${name}: skipped: ${note}`;
  const output = run ? `\n${run.output.slice(-MOST_SHOWN).trimEnd()}\n` : '';
  if (verdict === 'passed') return `in the second attempt: ${passed}; in the first: ${note}${output}`;
  return `failed: ${name}: ${verdict === 'failed' ? '' : `${verdict}: `}${note}${output}`;
}

function numbersText([children, alone, overridden, ratio]) {
  return `${children} children, ${alone} on plain Node, ${overridden} with the override, ${ratio}`;
}

/**
 * What the page shows.
 *
 * @param {import('./compare.mjs').Row[]} rows
 * @returns {import('../results.mjs').Results}
 */
export function resultsOf(rows) {
  const reasons = rows
    .filter(({ note }) => note !== undefined)
    .map(
      ({ program, verdict, note }) => `${program.name}: ${verdict === 'passed' ? 'in its first attempt: ' : ''}${note}`,
    );
  return {
    command: 'npm run test:programs',
    heading,
    textColumns: 4,
    lines: rows.map(lineOf),
    remarks: [
      `On Node ${process.versions.node}. _Children_ is how many processes were started through rt-std. _Node_ and _rt-std_ are the medians of several runs in turns, and _Time_ is the median of the second beside the first, of each turn: below 1 is faster than plain Node. A child that is Node loads rt-std too, which is most of the difference where there are many short ones.`,
      ...reasons,
    ],
  };
}

function lineOf({ program, version, verdict, children, times }) {
  const what = [program.name, version, program.run, verdict];
  if (!times) return [...what, children > 0 ? String(children) : '', '', '', ''];
  const { alone, overridden, ratio } = times;
  return [...what, String(children), seconds(alone), seconds(overridden), `${ratio.toFixed(2)}×`];
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
