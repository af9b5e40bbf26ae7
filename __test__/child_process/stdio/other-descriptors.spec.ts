import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../../support/modules';
import { fixture, ProgramFolder } from '../../support/program';

/**
 * The descriptors of many children, one after the other, of a program that was given descriptor 63;
 * a library opens others from the second child on.
 */
function descriptorsOfChildren(folder: ProgramFolder, module: string): readonly string[] {
  const library = join(folder.path, 'opens-descriptors.so');
  // Node unloads what is no addon; this one's thread runs on.
  theirs.execFileSync('cc', [
    '-Wl,-z,nodelete',
    '-shared',
    '-fPIC',
    '-pthread',
    '-o',
    library,
    fixture('opens-descriptors.c'),
  ]);
  const program = [process.execPath, fixture('other-descriptors.js'), require.resolve(module), library];
  const output = theirs.execFileSync('bash', ['-c', 'exec 63</dev/null "$@"', 'bash', ...program], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
}

test('what a program was given reaches its children, what others opened does not', (t) => {
  const folder = new ProgramFolder({});
  t.teardown(() => folder.remove());
  const [first = '', ...others] = descriptorsOfChildren(folder, 'rt-std/child_process');
  t.regex(first, / 63$| 63 /);
  t.is(others.length, 60);
  for (const seen of others) t.is(seen, first);
});

test("with Node's own module, both reach them", (t) => {
  const folder = new ProgramFolder({});
  t.teardown(() => folder.remove());
  const [first = '', ...others] = descriptorsOfChildren(folder, 'node:child_process');
  t.regex(first, / 63$| 63 /);
  t.true(others.every((seen) => / 63\b.* 77\b/.test(seen)));
});
