/**
 * Compares query strings in every runtime with what a user could take instead, and writes a report.
 *
 *   node bench/querystring/index.mjs [--runtime <name>]... [--only <part of a row's name>]
 *     [--output <path>]
 *
 * Each runtime is a process of its own, in which `compare.mjs` lets the contestants take turns. By
 * default these are Node 20, 24 and 26, Bun and Deno. --output writes the tables as `<path>.md` and
 * a picture as `<path>.svg`; otherwise the tables are printed.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { reportToStandardError } from '../../scripts/run/progress.mjs';
import { runtimeCommand } from '../../scripts/runtimes/runtime.mjs';
import { writePage } from '../report/write-page.mjs';
import { page } from './page.mjs';
import { picture } from './picture.mjs';

const run = promisify(execFile);
const compare = fileURLToPath(new URL('compare.mjs', import.meta.url));
const MOST_OUTPUT = 1 << 24;

const { values: options } = parseArgs({
  options: {
    runtime: { type: 'string', multiple: true, default: ['node@20', 'node@24', 'node@26', 'bun', 'deno'] },
    only: { type: 'string' },
    output: { type: 'string' },
  },
});

reportToStandardError();
const measurements = [];
for (const specifier of options.runtime) measurements.push(await measure(specifier));
if (options.output) writePage(options.output, (image) => page(measurements, image), picture(measurements));
else console.log(page(measurements, undefined));

/**
 * @param {string} specifier as `npm run runtimes` takes it
 * @returns {Promise<import('./measurement.mjs').Measurement>}
 */
async function measure(specifier) {
  const [executable, ...beforeProgram] = await runtimeCommand(specifier);
  const { stdout: version } = await run(executable, ['--version']);
  const [name] = specifier.split('@');
  process.stderr.write(`${specifier} …\n`);
  const args = [...beforeProgram, compare, '--json'];
  if (options.only) args.push('--only', options.only);
  const { stdout } = await run(executable, args, { maxBuffer: MOST_OUTPUT });
  const [number] = /\d+\.\d+\.\d+/.exec(version);
  const title = `${name[0].toUpperCase()}${name.slice(1)}`;
  const { byDefault, rows } = JSON.parse(stdout);
  return {
    runtime: name === 'node' ? `${title} ${number.split('.')[0]}` : title,
    version: number,
    byDefault,
    rows,
  };
}
