import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../../support/modules';
import { fixture, ProgramFolder } from '../../support/program';
import { refuseCalls, testWithFilters } from './system-call-filters';

const folder = new ProgramFolder({});
const program = join(folder.path, 'every-way.js');

test.before(() => copyFileSync(fixture('every-way.js'), program));
test.after.always(() => folder.remove());

function seen(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = theirs.spawnSync(command, args, { cwd: folder.path, encoding: 'utf8' });
  return { status, stderr, ...(JSON.parse(stdout || '{}') as { pidfds?: boolean; seen?: object }) };
}

/** What the kernel refuses, by the fixture's profiles, and whether children have pidfds then. */
const profiles = [
  { profile: 'no-pidfds', title: 'the kernel has no pidfds', pidfds: false },
  { profile: 'linux-4.18', title: 'the kernel has no calls that are newer than Linux 4.18', pidfds: false },
  { profile: 'sandbox', title: 'a sandbox permits no calls that are newer than Linux 4.18', pidfds: false },
  { profile: 'docker', title: "the default profile of Docker's containers is in force", pidfds: true },
];

for (const { profile, title, pidfds } of profiles) {
  testWithFilters(`children are the same where ${title}`, (t) => {
    const refused = seen(refuseCalls, [profile, process.execPath, program]);
    t.like(refused, { status: 0, stderr: '', pidfds });
    const allowed = seen(process.execPath, [program]);
    t.like(allowed, { status: 0, pidfds: true });
    t.deepEqual({ ...refused, pidfds: true }, allowed);
    t.like(allowed, {
      seen: {
        killed: [null, 'SIGTERM'],
        again: false,
        missing: 'ENOENT',
        message: 'hello',
        output: 'hi\n',
        status: 3,
        timeout: 'SIGTERM',
        fifth: 'five\n',
        setUp: '27\n9\n',
        otherDescriptors: '',
      },
    });
  });
}
