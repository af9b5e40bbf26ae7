import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { PACKAGE } from '../support/program';

const run = promisify(execFile);
const command = join(PACKAGE, '__test__', 'reliability', 'run.mjs');

/** Those that need no other variable; RT_LEAK_COUNT says how many processes the first spawns. */
const PARTS: Record<string, string | undefined> = {
  spawns: process.env.RT_LEAK_COUNT,
  forks: undefined,
  workers: undefined,
  stops: undefined,
  'failing-calls': undefined,
  'messages-json': undefined,
  'messages-advanced': undefined,
};

for (const [part, count] of Object.entries(PARTS)) {
  test(`nothing is left behind: ${part}${count ? ` ${count}` : ''}`, async (t) => {
    t.timeout(600_000);
    const { stdout } = await run(process.execPath, [
      command,
      '--part',
      part,
      ...(count ? ['--count', count] : ['--quick']),
    ]);
    t.log(stdout);
    t.pass();
  });
}
