import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';
import { backends, type Module, oracle } from './support/backends';

interface Held {
  readonly heapUsed: number;
  readonly rss: number;
  readonly external: number;
  /** The memories of all WebAssembly modules that are alive. */
  readonly modules: number;
}

const MEBI = 1 << 20;
const PROGRAM = join(PACKAGE, '__test__', 'fixtures', 'querystring-bounds.js');
const ENTRIES = {
  native: 'rt-std/querystring/native',
  wasm: 'rt-std/querystring/wasm',
  browser: pathToFileURL(join(PACKAGE, 'dist', 'browser', 'querystring.mjs')).href,
};

for (const [name, entry] of Object.entries(ENTRIES)) {
  test(`${name}: what large texts needed is given back, and a short value does not hold its text`, (t) => {
    t.timeout(300_000);
    const folder = new ProgramFolder({});
    const { stdout, status, stderr } = folder.node(['--expose-gc', PROGRAM, entry]);
    folder.remove();
    t.is(status, 0, stderr);
    const { before, after } = JSON.parse(stdout) as { before: Held; after: Record<string, Held> };
    for (const [use, now] of Object.entries(after)) {
      t.true(now.heapUsed - before.heapUsed < 16 * MEBI, `${use}: heap ${JSON.stringify(now)}`);
      t.true(now.external - before.external < 8 * MEBI, `${use}: external ${JSON.stringify(now)}`);
      t.true(now.modules <= 8 * MEBI, `${use}: modules ${JSON.stringify(now)}`);
      // Four rounds of what is not given back would be more than this; the allocator keeps some of what was.
      t.true(now.rss - before.rss < 400 * MEBI, `${use}: process ${JSON.stringify(now)}`);
    }
  });

  test(`${name}: a quarter of a million keys, all different, in Node's order`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    const query = Array.from({ length: MEBI / 4 }, (_, index) => `${(index * 2_654_435_761) % 2 ** 32}=${index}`).join(
      '&',
    );
    const parsed = tested.parse(query, null, null, { maxKeys: 0 }) as object;
    const expected = oracle.parse(query, null, null, { maxKeys: 0 }) as object;
    t.true(Object.keys(parsed).join() === Object.keys(expected).join());
    t.true(Object.values(parsed).join() === Object.values(expected).join());
  });
}
