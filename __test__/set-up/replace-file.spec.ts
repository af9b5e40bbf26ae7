import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { script } from '../support/scripts';

interface ReplaceFile {
  readonly replaceFile: (from: string, to: string) => void;
}

test('whoever has a file open keeps what was in it when another takes its place', async (t) => {
  const { replaceFile } = await script<ReplaceFile>('scripts/steps/replace-file.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-replace-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  writeFileSync(path('new'), 'new');
  replaceFile(path('new'), path('used'));
  writeFileSync(path('used'), 'old');
  const open = openSync(path('used'), 'r');
  t.teardown(() => closeSync(open));
  replaceFile(path('new'), path('used'));
  t.is(readFileSync(path('used'), 'utf8'), 'new');
  t.is(readFileSync(open, 'utf8'), 'old');
  t.deepEqual(readdirSync(folder), ['new', 'used']);
});
