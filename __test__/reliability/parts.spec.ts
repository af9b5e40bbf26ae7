import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE } from '../support/program';
import { testWhere } from '../support/test-where';

const run = promisify(execFile);
const command = join(PACKAGE, '__test__', 'reliability', 'run.mjs');

/** How long programs are compared at most, in seconds: as many as that allows. */
const LIFE_CYCLES_SECONDS = process.env.RT_LIFE_CYCLES_SECONDS ?? '60';

/** Each with a variable of the environment that says how much of it there is. */
const PARTS: Record<string, string | undefined> = {
  spawns: process.env.RT_LEAK_COUNT,
  synchronous: undefined,
  forks: undefined,
  workers: undefined,
  stops: undefined,
  'failing-calls': undefined,
  'life-cycles': process.env.RT_LIFE_CYCLES_COUNT,
  'messages-json': undefined,
  'messages-advanced': undefined,
};

/** RT_RELIABILITY_PARTS names those to run, where not all are wanted. */
const chosen = process.env.RT_RELIABILITY_PARTS?.split(',');

for (const [part, count] of Object.entries(PARTS)) {
  const isChosen = chosen?.includes(part) ?? true;
  testWhere(isChosen, 'left to npm run test:reliability')(
    `nothing is left behind: ${part}${count ? ` ${count}` : ''}`,
    async (t) => {
      t.timeout(600_000);
      const args = [command, '--part', part, ...(count ? ['--count', count] : ['--quick'])];
      // The same each time: what a new choice finds is no fault of the change that is tested.
      if (part === 'life-cycles') args.push('--seed', process.env.RT_LIFE_CYCLES_SEED ?? '100000');
      if (part === 'failing-calls') args.push('--seed', '100000');
      const env = { ...process.env, RT_LIFE_CYCLES_SECONDS: LIFE_CYCLES_SECONDS };
      const { stdout } = await run(process.execPath, args, { env });
      t.log(stdout);
      t.pass();
    },
  );
}
