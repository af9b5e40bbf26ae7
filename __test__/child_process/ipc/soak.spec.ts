import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { PACKAGE } from '../../support/program';

const run = promisify(execFile);

// The short form of `npm run test:soak`.
for (const options of [
  ['--messages', '100000', '--longest', '4096'],
  ['--messages', '1000', '--longest', '1048576', '--serialization', 'advanced'],
  ['--messages', '10000', '--longest', '65536', '--both-ends'],
]) {
  test(`messages of random lengths, both ways at once: ${options.join(' ')}`, async (t) => {
    t.timeout(300_000);
    const { stdout } = await run(process.execPath, [join(PACKAGE, '__test__', 'soak', 'run.mjs'), ...options]);
    t.regex(stdout, /all came, in order/);
    t.log(stdout);
  });
}
