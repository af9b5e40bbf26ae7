import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { transform } from 'esbuild';
import { type Outcome, PACKAGE, ProgramFolder } from '../support/program';

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

test('WebAssembly and JavaScript together are at most 16 KiB when compressed', (t) => {
  const size = gzipSync(readFileSync(BUNDLE), { level: 9 }).length;
  t.true(size <= LARGEST, `${size} bytes`);
});

test('it is one ES module that imports nothing and is ready at once', async (t) => {
  // A module that awaits something cannot become CommonJS.
  const { code } = await transform(readFileSync(BUNDLE, 'utf8'), { format: 'cjs', loader: 'js' });
  t.false(/\brequire\(/.test(code));
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

/** Loads a module and prints what the error says. */
function reportingProgram(loading: string, before = ''): string {
  return `
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    ${before}
    try {
      ${loading};
    } catch (error) {
      console.log(error.message);
      console.log(String(error.cause));
    }
  `;
}

const MESSAGE =
  /^rt-std\/querystring cannot run here: it needs WebAssembly with 128-bit vectors \(SIMD\) and, in a browser, a Content-Security-Policy/;

for (const [name, loading] of [
  ['the bundle', `await import(${JSON.stringify(URL_OF_BUNDLE)})`],
  ["Node's entry", "require('rt-std/querystring/wasm')"],
] as const) {
  // Of x86-64 processors, the engine uses vectors only on those with SSE4.1.
  const withoutVectors = process.arch === 'x64' ? test : test.skip;
  withoutVectors(`${name} says what is missing where there are no vectors (this can be tried on x86-64 only)`, (t) => {
    const { stdout, status } = run(['--no-enable-sse4-1'], reportingProgram(loading));
    t.is(status, 0);
    const [message = '', cause = ''] = stdout.split('\n');
    t.regex(message, MESSAGE);
    t.regex(cause, /^CompileError: .*SIMD/);
  });

  test(`${name} says what is missing where WebAssembly is refused`, (t) => {
    const refuse = `
      globalThis.WebAssembly = {
        ...WebAssembly,
        Module: class { constructor() { throw new WebAssembly.CompileError('refused by the policy'); } },
        CompileError: WebAssembly.CompileError,
      };
    `;
    const { stdout, status } = run([], reportingProgram(loading, refuse));
    t.is(status, 0);
    const [message = '', cause = ''] = stdout.split('\n');
    t.regex(message, MESSAGE);
    t.is(cause, 'CompileError: refused by the policy');
  });
}
