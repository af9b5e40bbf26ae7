import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { PACKAGE } from '../../support/program';
import { SERIALIZATIONS } from './both-modules';

const run = promisify(execFile);
const COUNT = process.env.RT_HOSTILE_COUNT ?? '2000';
const SEED = process.env.RT_HOSTILE_SEED ?? String(Date.now() % 2 ** 31);

for (const format of SERIALIZATIONS) {
  for (const victim of ['parent', 'child']) {
    for (const descriptors of [false, true]) {
      const what = descriptors ? 'frames, and descriptors that none of them announces,' : 'frames';
      test(`${format} ${what} that no well-meant peer sends do a ${victim} no harm`, async (t) => {
        const args = ['--frames', COUNT, '--format', format, '--victim', victim, '--seed', SEED];
        if (descriptors) args.push('--descriptors');
        const { stdout } = await run(process.execPath, [join(PACKAGE, '__test__', 'soak', 'hostile.mjs'), ...args]);
        t.regex(stdout, /: held in /);
      });
    }
  }
}
