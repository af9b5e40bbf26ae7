import { markdownTable } from '../../scripts/report/markdown-table.mjs';
import { machine } from '../report/machine.mjs';

const at = (values, part) => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
};

/**
 * The page of the benchmark.
 *
 * @param {Record<'prompt' | 'output' | 'echo', Record<string, number[]>>} results milliseconds
 * @param {{ rounds: number, mebibytes: number }} settings
 * @returns {string} Markdown
 */
export function page(results, { rounds, mebibytes }) {
  const line = (title, samples, part, digits = 2) => {
    const [ours, theirs] = ['rt-std/pty', 'node-pty'].map((name) => at(samples[name], part));
    return [title, `${ours.toFixed(digits)} ms`, `${theirs.toFixed(digits)} ms`, `${(theirs / ours).toFixed(2)}×`];
  };
  const lines = [
    line('start of `bash` to its first prompt, median', results.prompt, 0.5),
    line('the same, least', results.prompt, 0),
    line(`${mebibytes} MiB from a program, median`, results.output, 0.5, 0),
    line('the same, least', results.output, 0, 0),
    line('keystroke to echo by `cat`, median', results.echo, 0.5, 3),
    line('the same, 99th percentile', results.echo, 0.99, 3),
  ];
  return `# Terminals

Written by \`npm run bench -- terminals\`.

\`rt-std/pty\` and node-pty 1.1.0 in one process (Node ${process.version}), by turns in ${rounds} rounds, on ${machine()} The last column says how many times as long node-pty takes.

${markdownTable(['', 'rt-std/pty', 'node-pty', 'ratio'], lines, 1)}
`;
}
