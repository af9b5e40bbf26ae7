import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { testButOnWindows } from '../../support/portable';
import { ProgramFolder } from '../../support/program';

const long = (length: number) => `/${'x'.repeat(length - 1)}`;

/** Values of `PATH` around the longest path of the kernel (4,096 bytes with the NUL at its end). */
const paths = {
  'an element that is too long, before the right one': `${long(5000)}:/usr/bin:/bin`,
  'an element of 4,096 bytes': `${long(4096)}:/usr/bin:/bin`,
  'an element of 4,095 bytes': `${long(4095)}:/usr/bin:/bin`,
  'an element that is too long, last': `/nowhere:${long(5000)}`,
  'an element that is too long in the middle': `/nowhere:${long(100_000)}:/bin`,
};

function run(module: typeof theirs, PATH: string) {
  const { error, status, stdout } = module.spawnSync('echo', ['found'], { env: { PATH }, encoding: 'utf8' });
  return [(error as NodeJS.ErrnoException | undefined)?.code, status, stdout];
}

for (const [title, PATH] of Object.entries(paths)) {
  test(`PATH has ${title}: as Node`, (t) => {
    t.deepEqual(run(ours, PATH), run(theirs, PATH));
  });
}

// Not compared with Node: glibc tries nothing and leaves `errno` as it was. So Node reports an
// error of some earlier call, and waits for ever when there was none.
test('PATH has only an element that is too long: ENOENT', (t) => {
  t.like(run(ours, long(5000)), ['ENOENT', null]);
});

/** What the C library says of them differs: musl runs no shell. */
const FILES: Record<string, string> = {
  'a script without #!': 'echo "a shell runs $1"\n',
  'an empty file': '',
  'the beginning of a binary': '\x7fELF\x02\x01\x01',
};

for (const [what, text] of Object.entries(FILES)) {
  testButOnWindows(`${what} is run, or refused, as by Node`, 'files have no modes there', async (t) => {
    const folder = new ProgramFolder({ tool: text });
    t.teardown(() => folder.remove());
    chmodSync(join(folder.path, 'tool'), 0o755);
    const start = async ({ spawn, spawnSync }: typeof theirs) => {
      const outcomes: unknown[] = [];
      for (const file of [join(folder.path, 'tool'), 'tool']) {
        const env = { PATH: folder.path };
        const { error, status, stdout } = spawnSync(file, ['it'], { env, encoding: 'utf8' });
        outcomes.push([error?.message, status, stdout]);
        try {
          const child = spawn(file, ['it'], { env, stdio: 'ignore' });
          outcomes.push(await new Promise((resolve) => child.on('error', resolve).on('exit', resolve)));
        } catch (thrown) {
          outcomes.push((thrown as Error).message);
        }
      }
      return outcomes;
    };
    t.deepEqual(await start(ours), await start(theirs));
  });
}
