import { Worker } from 'node:worker_threads';
import test from 'ava';

const program = `
  const { parentPort } = require('node:worker_threads');
  const node = require('node:querystring');
  const { isDeepStrictEqual } = require('node:util');
  const modules = ['native', 'wasm'].map((name) => require('rt-std/querystring/' + name));
  let same = 0;
  for (let index = 0; index < 2000; index++) {
    const query = 'key' + (index % 700) + '=%4' + (index % 10) + '&é=' + index + 'x'.repeat(index);
    if (modules.every((module) => isDeepStrictEqual(module.parse(query), node.parse(query)))) same++;
  }
  parentPort.postMessage(same);
`;

test('several workers read at the same time, each with codecs of its own', async (t) => {
  const run = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(program, { eval: true });
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  for (let round = 0; round < 3; round++) t.deepEqual(await Promise.all([run(), run(), run()]), [2000, 2000, 2000]);
});
