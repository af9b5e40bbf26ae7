// Measures one subject and writes its page: `npm run bench -- ipc`. Further arguments go to the
// benchmark, and then nothing is written but where `--output` says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildEverything } from '../build/everything.mjs';
import { Failure, main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

/** The program of each subject, and what its page in `docs/benchmarks` needs it to measure. */
const subjects = {
  comparison: { program: 'comparison/index' },
  ending: { program: 'ending/index', page: 'ending' },
  ipc: { program: 'ipc/index', page: 'ipc', args: runtimes('bun', 'deno') },
  pairs: { program: 'querystring/pairs', page: 'querystring-pairs' },
  process: { program: 'process/index', page: 'process', args: [...runtimes('node@24', 'bun', 'deno'), '--least-cost'] },
  start: { program: 'startup/index', page: 'start' },
  sweep: { program: 'querystring/sweep', page: 'querystring-sweep' },
  terminals: { program: 'terminals/index', page: 'terminals' },
  querystring: { program: 'querystring/index', page: 'querystring' },
};

await main(async () => {
  const [subject, ...more] = process.argv.slice(2);
  if (!Object.hasOwn(subjects, subject)) {
    const remedy = `name one: ${Object.keys(subjects).join(', ')}`;
    throw new Failure(subject === undefined ? 'no subject is named' : `there is no benchmark '${subject}'`, { remedy });
  }
  await buildEverything();
  const { program, page, args = [] } = subjects[subject];
  // A run of some rows, or with fewer rounds, must not take the place of the whole page.
  const output = page && more.length === 0 ? ['--output', `docs/benchmarks/${page}`] : [];
  const command = [join(root, 'bench', `${program}.mjs`), ...args, ...output, ...more];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status ?? 1;
});

function runtimes(...names) {
  return names.flatMap((name) => ['--runtime', name]);
}
