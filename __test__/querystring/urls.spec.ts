import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';
import { backends, oracle } from './support/backends';

/** Links found in programs and system files, and some in the forms of well-known sites. */
const file = join(PACKAGE, 'examples', 'tour', 'urls.json');
const urls = JSON.parse(readFileSync(file, 'utf8')) as string[];

for (const name of ['native', 'wasm', 'browser']) {
  test(`${name}: the query strings of the tour's URLs are read and written as by Node`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module;
    t.true(urls.length >= 150);
    for (const url of urls) {
      const query = url.slice(url.indexOf('?') + 1);
      const pairs = tested?.parse(query);
      t.deepEqual(pairs, oracle.parse(query));
      t.is(tested?.stringify(pairs), oracle.stringify(pairs));
    }
  });
}
