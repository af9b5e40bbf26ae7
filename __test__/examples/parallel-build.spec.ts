import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isAlive } from '../support/processes';
import { allGone, Example } from './program';

type Steps = Record<string, { needs?: string[]; command: string }>;

function build(t: ExecutionContext, steps: Steps, jobs = 2): Example {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-build-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'build.json');
  writeFileSync(file, JSON.stringify(steps));
  return new Example(t, 'parallel-build', ['--jobs', String(jobs), file]);
}

/** The steps in the order in which they have ended. */
function ended({ stdout }: Example): string[] {
  return [...stdout.matchAll(/^── (\w+): done/gm)].map(([, name]) => name as string);
}

/** Has a child and a daemon, which print their numbers to the standard error at once. */
const TREE = (then: string) =>
  `trap '' TERM; sleep 60 & echo pid $! >pids; setsid sh -c 'echo pid $$ >>pids; exec sleep 60' & ${then}`;

test('its own steps run after those that they need', async (t) => {
  const example = new Example(t, 'parallel-build', ['--jobs', '3']);
  t.deepEqual(await example.ended, { code: 0, signal: null });
  const order = ended(example);
  t.is(order.length, 6);
  const isBefore = (one: string, other: string) => order.indexOf(one) < order.indexOf(other);
  t.true(isBefore('generate', 'compile') && isBefore('compile', 'test') && isBefore('compile', 'bundle'));
  t.is(order.at(-1), 'package');
});

test('no more at once than allowed, and the output of each in one piece', async (t) => {
  // The first ones wait until three run.
  const command = (name: string) =>
    `touch running-${name}
     until test -e three; do test $(ls running-* 2>/dev/null | wc -l) -eq 3 && touch three; sleep 0.01; done
     for i in 1 2 3; do echo ${name} $i; sleep 0.05; done; echo ${name} end >&2
     ls running-* 2>/dev/null | wc -l; rm running-${name}`;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const example = build(t, Object.fromEntries(names.map((name) => [name, { command: command(name) }])), 3);
  t.deepEqual(await example.ended, { code: 0, signal: null });
  for (const name of names) {
    const lines = [`── ${name}: done, \\d\\.\\d s`, `${name} 1`, `${name} 2`, `${name} 3`, `${name} end`, '\\s*[123]'];
    t.regex(example.stdout, new RegExp(`^${lines.join('\\n')}$`, 'm'));
  }
});

test('the first failure ends the others with all that they have started', async (t) => {
  const example = build(t, {
    fails: {
      command:
        'until [ "$(cat pids 2>/dev/null | wc -l)" = 2 ]; do sleep 0.02; done; cat pids; echo broken >&2; exit 3',
    },
    long: { command: TREE('sleep 60; sleep 60') },
    never: { needs: ['fails'], command: 'echo never' },
    waits: { command: 'echo never' },
  });
  t.deepEqual(await example.ended, { code: 1, signal: null });
  t.regex(example.stdout, /^── fails: failed \(3\), \d\.\d s\n(pid \d+\n){2}broken\n/);
  t.regex(example.stdout, /^── long: aborted/m);
  t.notRegex(example.stdout, /never/);
  t.is(example.stderr, 'fails failed (3)\n');
  const pids = [...example.stdout.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  t.is(pids.length, 2);
  await t.notThrowsAsync(allGone(pids));
});

test('Ctrl-C ends it with 130, SIGKILL at once; neither leaves anything', async (t) => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const report = 'until [ "$(cat pids 2>/dev/null | wc -l)" = 2 ]; do sleep 0.02; done; cat pids';
    const example = build(t, {
      long: { command: TREE('sleep 60; sleep 60') },
      report: { command: report },
    });
    await example.prints(/── report: done[\s\S]*(pid \d+\n){2}/);
    const pids = [...example.stdout.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
    t.deepEqual(pids.filter(isAlive), pids);
    example.child.kill(signal);
    t.deepEqual(await example.ended, signal === 'SIGINT' ? { code: 130, signal: null } : { code: null, signal });
    await t.notThrowsAsync(allGone(pids));
  }
});

test('what a step leaves in the background ends with it', async (t) => {
  const example = build(t, { leaves: { command: 'sleep 60 & echo pid $!' } });
  t.deepEqual(await example.ended, { code: 0, signal: null });
  const [, pid] = await example.prints(/^pid (\d+)$/m);
  await t.notThrowsAsync(allGone([Number(pid)]));
});

test('steps that wait for each other, or for none that exists, are refused', async (t) => {
  const circle = build(t, { a: { needs: ['b'], command: '' }, b: { needs: ['a'], command: '' } });
  t.deepEqual(
    [await circle.ended, circle.stderr],
    [{ code: 1, signal: null }, 'these wait for each other: a → b → a\n'],
  );
  const missing = build(t, { a: { needs: ['b'], command: '' } });
  t.deepEqual([await missing.ended, missing.stderr], [{ code: 1, signal: null }, 'a needs b, which does not exist\n']);
  const none = build(t, { a: { command: '' } }, 0);
  t.deepEqual([await none.ended, none.stderr], [{ code: 1, signal: null }, '--jobs must be a whole number from 1\n']);
});
