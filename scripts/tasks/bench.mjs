// Measures one subject and writes its page: `npm run bench -- ipc`. Further arguments go to the
// benchmark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildEverything } from '../build/everything.mjs';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

const page = (name) => ['--output', `docs/benchmarks/${name}`];

/** The program of each subject, and what `docs/benchmarks` needs it to measure. */
const subjects = {
  comparison: ['bench/comparison/index.mjs'],
  ending: ['bench/ending/index.mjs', ...page('ending')],
  ipc: ['bench/ipc/index.mjs', '--runtime', 'bun', '--runtime', 'deno', ...page('ipc')],
  pairs: ['bench/querystring/pairs.mjs', ...page('querystring-pairs')],
  process: [
    'bench/process/index.mjs',
    ...['node@24', 'bun', 'deno'].flatMap((runtime) => ['--runtime', runtime]),
    ...['--least-cost', ...page('process')],
  ],
  start: ['bench/startup/index.mjs', ...page('start')],
  sweep: ['bench/querystring/sweep.mjs', ...page('querystring-sweep')],
  terminals: ['bench/terminals/index.mjs', ...page('terminals')],
  querystring: ['bench/querystring/index.mjs', ...page('querystring')],
};

await main(async () => {
  const [subject, ...more] = process.argv.slice(2);
  if (!Object.hasOwn(subjects, subject)) {
    const remedy = `name one: ${Object.keys(subjects).join(', ')}`;
    throw new Failure(subject === undefined ? 'no subject is named' : `there is no benchmark '${subject}'`, { remedy });
  }
  await buildEverything();
  const [program, ...args] = subjects[subject];
  const child = spawn(process.execPath, [join(root, program), ...args, ...more], { cwd: root, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status ?? 1;
});
