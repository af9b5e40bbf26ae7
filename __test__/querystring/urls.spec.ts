import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { backends, oracle } from './support/backends';

const file = join(__dirname, '..', '..', 'fixtures', 'urls.json');
const urls = JSON.parse(readFileSync(file, 'utf8')) as string[];

for (const name of ['native', 'wasm', 'browser']) {
  test(`${name}: the query strings of real URLs are read and written as by Node`, async (t) => {
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
