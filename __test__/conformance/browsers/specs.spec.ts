import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../../support/program';
import { FILES, LEFT_OUT } from './specs';

test('every spec of query strings runs in browsers, or is left out for a reason', (t) => {
  const files = readdirSync(join(PACKAGE, '__test__', 'querystring')).filter((name) => name.endsWith('.spec.ts'));
  t.deepEqual([...Object.keys(FILES), ...Object.keys(LEFT_OUT)].sort(), files.sort());
});
