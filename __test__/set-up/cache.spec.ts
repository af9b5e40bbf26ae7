import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture } from '../support/program';

const execute = promisify(execFile);
const PROGRAM = fixture('set-up/cached-folder.mjs');

interface Answer {
  readonly folder: string;
  readonly build: boolean;
}

function temporaryCache(t: { teardown: (remove: () => void) => void }): string {
  const cache = mkdtempSync(join(tmpdir(), 'rt-std-cache-'));
  t.teardown(() => rmSync(cache, { recursive: true }));
  return cache;
}

async function ask(cache: string, ...args: readonly string[]): Promise<Answer> {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const { stdout } = await execute(process.execPath, [PROGRAM, ...args], { env, timeout: 30_000 });
  return JSON.parse(stdout);
}

test('of several processes that need the same folder, one builds it, and all get it complete', async (t) => {
  const cache = temporaryCache(t);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(cache)));
  t.is(answers.filter(({ build }) => build).length, 1);
  for (const { folder } of answers) t.is(readFileSync(join(folder, 'content'), 'utf8'), 'complete');
  t.deepEqual(readdirSync(join(cache, 'rt-std')), ['thing']);
});

test('a process that was killed while building leaves neither a lock nor half a folder to the next one', async (t) => {
  const cache = temporaryCache(t);
  const killed = await t.throwsAsync<Error & { signal?: string }>(ask(cache, 'die'));
  t.is(killed?.signal, 'SIGKILL');
  t.true(readdirSync(join(cache, 'rt-std')).includes('thing.lock'));
  const { build } = await ask(cache);
  t.true(build);
  t.deepEqual(readdirSync(join(cache, 'rt-std')), ['thing']);
});
