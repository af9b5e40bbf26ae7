import test from 'ava';
import { BACKENDS, backends, oracle } from './support/backends';
import { urls } from './support/urls';

for (const name of BACKENDS) {
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
