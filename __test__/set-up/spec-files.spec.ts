import test from 'ava';
import { script } from '../support/scripts';

interface SpecFiles {
  readonly specFiles: (names: readonly string[]) => string[];
  readonly specFilesBut: (names: readonly string[]) => string[];
}

interface Lengths {
  readonly specsLeftOut: () => string[];
}

interface Sanitizers {
  readonly specs: readonly string[];
}

interface Platforms {
  readonly leftOut: readonly {
    readonly files: readonly string[];
    readonly on: readonly string[];
    readonly reason: string;
  }[];
}

interface Parts {
  readonly parts: Readonly<Record<string, { readonly specs?: readonly string[] }>>;
}

/** The files of some names, from `__test__/.build` and without their ending. */
async function named(...names: string[]): Promise<string[]> {
  const { specFiles } = await script<SpecFiles>('scripts/test/spec-files.mjs');
  return specFiles(names).map((file) => file.slice('__test__/.build/'.length, -'.spec.js'.length));
}

test('a name selects the specs of that name, with any ending', async (t) => {
  t.deepEqual(await named('exec'), ['child_process/api/exec']);
  t.deepEqual(await named('exec.spec.ts'), ['child_process/api/exec']);
  t.deepEqual(await named('__test__/child_process/api/exec.spec.ts'), ['child_process/api/exec']);
  t.deepEqual(await named('own-channel'), ['child_process/ipc/handles/own-channel', 'child_process/ipc/own-channel']);
});

test('a folder selects what is in it, wherever it is', async (t) => {
  const handles = await named('handles/');
  t.true(handles.length > 5);
  t.true(handles.every((file) => file.startsWith('child_process/ipc/handles/')));
  t.deepEqual(await named('handles'), handles);
  t.deepEqual(await named('child_process/handles'), handles);
  t.true((await named('ipc/')).includes('child_process/ipc/messages'));
});

test('folders may be left out between two names', async (t) => {
  t.deepEqual(await named('child_process/exec'), ['child_process/api/exec']);
  t.deepEqual(await named('ipc/sending'), ['child_process/ipc/handles/sending']);
});

test('a name that no spec has selects those with it in their path or in a title', async (t) => {
  t.true((await named('sync-bind')).includes('override/spawn-sync-binding'), 'in its path');
  t.true((await named('does not use the binding')).includes('override/spawn-sync-binding'), 'in a title');
});

test('a name that selects nothing is an error', async (t) => {
  await t.throwsAsync(named('no-such-spec'), { message: /no spec is named no-such-spec/ });
});

test('the specs that scripts name exist', async (t) => {
  const { specs } = await script<Sanitizers>('scripts/test/sanitizers.mjs');
  const { parts } = await script<Parts>('__test__/reliability/parts.mjs');
  const names = [...specs, ...Object.values(parts).flatMap((part) => part.specs ?? [])];
  t.true(names.length > 10);
  for (const name of names) t.deepEqual(await named(name), [name]);
});

test('what a platform leaves out is a spec, or a folder of them, each with a reason', async (t) => {
  const { leftOut } = await script<Platforms>('__test__/conformance/platforms/run-platform.mjs');
  t.true(leftOut.length > 10);
  for (const { files, on, reason } of leftOut) {
    t.true(on.length > 0 && reason.length > 20, files.join());
    for (const name of files)
      t.true(
        (await named(name)).every((file) => file.startsWith(name)),
        name,
      );
  }
});

test.serial('CI runs all specs; npm test leaves out those that it names, which exist', async (t) => {
  const { specFilesBut } = await script<SpecFiles>('scripts/test/spec-files.mjs');
  const { specsLeftOut } = await script<Lengths>('scripts/test/lengths.mjs');
  const all = specFilesBut([]);
  t.true(all.length > 100);
  const before = process.env.CI;
  try {
    process.env.CI = 'true';
    t.deepEqual(specsLeftOut(), []);
    delete process.env.CI;
    const leftOut = specsLeftOut();
    t.is(specFilesBut(leftOut).length, all.length - leftOut.length);
  } finally {
    if (before === undefined) delete process.env.CI;
    else process.env.CI = before;
  }
});
