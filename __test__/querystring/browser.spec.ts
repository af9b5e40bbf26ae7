import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { transform } from 'esbuild';
import type * as Utf8 from '../../ts/querystring/utf8';
import { internal } from '../support/internals';
import { type Outcome, PACKAGE, ProgramFolder } from '../support/program';
import { Random } from '../support/random';
import { testWhere } from '../support/test-where';
import { BACKENDS, HAS_RULES_OF_NODE_20, WITHOUT_BUFFER } from './support/backends';

const { textOfUtf8 } = internal<typeof Utf8>('querystring/utf8');

const BUNDLE = join(PACKAGE, 'dist', 'browser', 'querystring.mjs');
const URL_OF_BUNDLE = pathToFileURL(BUNDLE).href;
const LARGEST = 16 * 1024;

const USE = `
  import querystring, { escape, parse } from ${JSON.stringify(URL_OF_BUNDLE)};
  console.log(JSON.stringify([parse('a=%C3%A9&b=1&b=2'), querystring.stringify({ 'ä b': ['ß', 1n] }), escape('€'.repeat(50)).length]));
`;
const USED = '[{"a":"é","b":["1","2"]},"%C3%A4%20b=%C3%9F&%C3%A4%20b=1",450]\n';

function run(args: readonly string[], program: string): Outcome {
  const folder = new ProgramFolder({ 'program.mjs': program });
  const outcome = folder.node([...args, 'program.mjs']);
  folder.remove();
  return outcome;
}

const reason = 'they have the rules of Node 20, and this one has others';
testWhere(HAS_RULES_OF_NODE_20, reason)('the bundles for browsers are compared with this Node', (t) => {
  for (const name of WITHOUT_BUFFER) t.true(BACKENDS.includes(name));
});

test('WebAssembly and JavaScript together are at most 16 KiB when compressed', (t) => {
  const size = gzipSync(readFileSync(BUNDLE), { level: 9 }).length;
  t.true(size <= LARGEST, `${size} bytes`);
});

test('it is one ES module that imports nothing and is ready at once', async (t) => {
  // A module that awaits something cannot become CommonJS.
  const { code } = await transform(readFileSync(BUNDLE, 'utf8'), { format: 'cjs', loader: 'js' });
  t.false(/\brequire\(/.test(code));
});

test('browsers from those on that the guide names read the syntax', async (t) => {
  // esbuild replaces `?.` for Chrome before 91, which reads it and is wrong with spread arguments.
  const supported = { 'optional-chain': true };
  for (const name of ['querystring', 'pairs', 'backend']) {
    const text = readFileSync(join(PACKAGE, 'dist', 'browser', `${name}.mjs`), 'utf8');
    const { code } = await transform(text, { target: ['chrome85', 'firefox90', 'safari15', 'ios15'], supported });
    t.is(code, (await transform(text, { target: 'esnext' })).code);
  }
});

test('it makes no code of text, as a Content-Security-Policy without unsafe-eval demands', (t) => {
  const flag = '--disallow-code-generation-from-strings';
  t.not(run([flag], "new Function('return 1')").status, 0);
  const { stdout, status } = run([flag], USE);
  t.deepEqual({ stdout, status }, { stdout: USED, status: 0 });
});

test('it works in a worker that has nothing of Node', async (t) => {
  const program = `
    import { parentPort } from 'node:worker_threads';
    for (const name of ['Buffer', 'process', 'setImmediate', 'clearImmediate', 'global']) delete globalThis[name];
    const { default: querystring } = await import(${JSON.stringify(URL_OF_BUNDLE)});
    parentPort.postMessage([
      { ...querystring.parse('a=%C3%A9&b=%F0%9F%98%80') },
      querystring.stringify({ a: 'ä '.repeat(3) }),
      querystring.unescapeBuffer('%E2%82%AC').toString(),
      typeof Buffer + typeof process,
    ]);
  `;
  const folder = new ProgramFolder({ 'worker.mjs': program });
  const worker = new Worker(join(folder.path, 'worker.mjs'));
  const message = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  folder.remove();
  t.deepEqual(message, [{ a: 'é', b: '😀' }, 'a=%C3%A4%20%C3%A4%20%C3%A4%20', '€', 'undefinedundefined']);
});

/** Refuses WebAssembly as a Content-Security-Policy does. */
const REFUSE = `
  globalThis.WebAssembly = {
    ...WebAssembly,
    Module: class { constructor() { throw new WebAssembly.CompileError('refused by the policy'); } },
    CompileError: WebAssembly.CompileError,
  };
`;

/** Loads the bundle dynamically and prints which codec it has, and the results. */
const USE_AFTER = (before: string): string => `
  ${before}
  const { codec, default: querystring } = await import(${JSON.stringify(URL_OF_BUNDLE)});
  console.log(codec.name);
  console.log(codec.reason);
  console.log(JSON.stringify([querystring.parse('a=%C3%A9&b=1&b=2'), querystring.stringify({ 'ä b': ['ß', 1n] }), querystring.escape('€'.repeat(50)).length]));
`;

for (const [what, args, before, reason] of [
  ['there is no WebAssembly', ['--jitless'], '', /^ReferenceError: WebAssembly is not defined$/],
  ['WebAssembly is deleted', [], 'delete globalThis.WebAssembly;', /^ReferenceError: WebAssembly is not defined$/],
  ['WebAssembly is refused', [], REFUSE, /^CompileError: refused by the policy$/],
  [
    'there is no memory for WebAssembly',
    [],
    "WebAssembly.Instance = function () { throw new RangeError('Out of memory'); };",
    /^RangeError: Out of memory$/,
  ],
  ...(process.arch === 'x64'
    ? // Of x86-64 processors, the engine uses vectors only on those with SSE4.1.
      [['there are no vectors', ['--no-enable-sse4-1'], '', /^CompileError: .*SIMD/] as const]
    : []),
] as const) {
  test(`where ${what}, the bundle takes the codec in TypeScript and says why`, (t) => {
    const { stdout, stderr } = run(args, USE_AFTER(before));
    const [name, shown = '', ...results] = stdout.split('\n');
    t.is(name, 'typescript', stderr);
    t.regex(shown, reason);
    t.is(results.join('\n'), USED);
  });
}

test('the bundle says that it uses WebAssembly', (t) => {
  t.is(run([], USE_AFTER('')).stdout.split('\n')[0], 'wasm');
});

test("Node's entry for WebAssembly says what is missing where it is refused", (t) => {
  const program = `
    import { createRequire } from 'node:module';
    ${REFUSE}
    try {
      createRequire(import.meta.url)('rt-std/querystring/wasm');
    } catch (error) {
      console.log(error.message);
      console.log(String(error.cause));
    }
  `;
  const [message = '', cause] = run([], program).stdout.split('\n');
  t.regex(message, /^rt-std\/querystring\/wasm cannot run here: it needs WebAssembly with 128-bit vectors \(SIMD\)/);
  t.is(cause, 'CompileError: refused by the policy');
});

test('the module for React Native needs neither WebAssembly, TextEncoder, TextDecoder nor WeakRef', (t) => {
  const program = `
    for (const name of ['WebAssembly', 'TextEncoder', 'TextDecoder', 'WeakRef', 'Buffer', 'process']) {
      Object.defineProperty(globalThis, name, { get: () => { throw new Error(name); } });
    }
    const { codec, default: querystring } = await import(${JSON.stringify(pathToFileURL(join(PACKAGE, 'dist', 'browser', 'react-native.mjs')).href)});
    const seen = [codec.name, querystring.parse('a=%C3%A9&b=%ff').b, querystring.stringify({ a: 'ä' })];
    Object.defineProperty(globalThis, 'process', { value: (await import('node:process')).default });
    console.log(JSON.stringify(seen));
  `;
  const { stdout, stderr } = run([], program);
  t.is(stdout, `${JSON.stringify(['typescript', '\ufffd', 'a=%C3%A4'])}\n`, stderr);
});

test('UTF-8 is decoded as TextDecoder does where there is none', (t) => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const random = new Random(Number(process.env.RT_FUZZ_SEED ?? Date.now() % 1_000_000_000));
  const edges = [
    0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
  ];
  edges.push(0xef, 0xbb, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
  for (let round = 0; round < 50_000; round++) {
    const bytes = Uint8Array.from({ length: random.below(9) }, () => random.of(edges));
    if (textOfUtf8(bytes) !== decoder.decode(bytes)) t.deepEqual(textOfUtf8(bytes), decoder.decode(bytes), `${bytes}`);
  }
  t.pass();
});
