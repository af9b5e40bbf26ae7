import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';
import { outcomeOf } from './support/play';

/** Runs a call with functions of the exports replaced, and puts them back. */
function withReplaced(module: Module, replaced: Partial<Module>, call: () => unknown): unknown {
  const kept = { ...module };
  Object.assign(module, replaced);
  try {
    return outcomeOf(call);
  } finally {
    Object.assign(module, kept);
  }
}

const QUERIES = ['a=%41&b+c=%zz&é%FF=%E9+é', '', 'a', '%41%42=é%zz', '%=%', '+=+', 'a=1&a=%32&a=3'];

const REPLACED: Record<string, Partial<Module>> = {
  unescape: { unescape: (text: unknown) => `<${text}>` },
  'unescape that throws': {
    unescape: () => {
      throw new RangeError('refused');
    },
  },
  unescapeBuffer: { unescapeBuffer: (text: unknown, plus: unknown) => `[${text} ${plus}]` },
  'unescapeBuffer that returns a number': { unescapeBuffer: () => 7 },
};

for (const name of BACKENDS) {
  for (const [what, replaced] of Object.entries(REPLACED)) {
    test(`${name}: parse and unescape use a replaced ${what}`, async (t) => {
      const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
      for (const query of QUERIES) {
        const run = (module: Module): unknown =>
          withReplaced(module, replaced, () => [module.parse(query), module.unescape(query)]);
        t.deepEqual(run(tested), run(oracle), query);
        const refuse = (): never => {
          throw new Error('refused');
        };
        const runWithDecoder = (module: Module): unknown =>
          withReplaced(module, replaced, () => module.parse(query, null, null, { decodeURIComponent: refuse }));
        t.deepEqual(runWithDecoder(tested), runWithDecoder(oracle), query);
      }
    });
  }

  test(`${name}: stringify uses a replaced escape`, async (t) => {
    const tested = (await backends()).find((backend) => backend.name === name)?.module as Module;
    const object = { a: 'b c', n: 1, big: 2n, no: null, list: ['x', 1e21, undefined], empty: '' };
    for (const replacement of [(text: unknown) => `<${text}>`, () => 5, () => undefined]) {
      const run = (module: Module): unknown =>
        withReplaced(module, { escape: replacement }, () => module.stringify(object));
      t.deepEqual(run(tested), run(oracle));
    }
  });
}
