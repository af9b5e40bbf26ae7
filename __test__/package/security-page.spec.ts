import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';

const page = readFileSync(join(PACKAGE, 'docs', 'security.md'), 'utf8');

test('every promise in docs/security.md names a test that exists', (t) => {
  const promises = page.split('\n').filter((line) => /^\| (?!promise |---)/.test(line) && !/^\|---/.test(line));
  t.true(promises.length > 30);
  for (const promise of promises) {
    const [, , shownBy = ''] = promise.split(/(?<!\\) \| |^\| /);
    const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string);
    t.true(files.length > 0, promise);
    for (const file of files) t.true(existsSync(join(PACKAGE, file)), file);
  }
});

test('the links of docs/security.md lead to existing files', (t) => {
  for (const [, target] of page.matchAll(/\]\(([^)#]+)\)/g))
    t.true(existsSync(join(PACKAGE, 'docs', target as string)), target);
});
