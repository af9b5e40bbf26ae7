import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../../support/modules';
import { PACKAGE, ProgramFolder } from '../../support/program';

const fixture = (name: string) => join(PACKAGE, '__test__', 'fixtures', name);

test('children are the same where the kernel has no pidfds', (t) => {
  const folder = new ProgramFolder({});
  t.teardown(() => folder.remove());
  const program = join(folder.path, 'every-way.js');
  copyFileSync(fixture('every-way.js'), program);
  const library = join(folder.path, 'refuses-newer-calls.so');
  theirs.execFileSync('cc', ['-shared', '-fPIC', '-o', library, fixture('refuses-newer-calls.c')]);
  const without = folder.node([program], { LD_PRELOAD: library });
  if (without.status === 99) {
    t.log('skipped: this system has no filters of system calls');
    t.pass();
    return;
  }
  const withThem = folder.node([program]);
  const [old, recent] = [without, withThem].map(
    ({ stdout }) => JSON.parse(stdout) as { pidfds: boolean; seen: object },
  );
  t.like(old, { pidfds: false });
  t.like(recent, { pidfds: true });
  t.deepEqual(old?.seen, recent?.seen);
  t.like(recent?.seen, {
    killed: [null, 'SIGTERM'],
    again: false,
    missing: 'ENOENT',
    message: 'hello',
    output: 'hi\n',
    status: 3,
    timeout: 'SIGTERM',
  });
});
