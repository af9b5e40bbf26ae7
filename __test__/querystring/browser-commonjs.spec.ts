import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { build } from 'esbuild';
import { PACKAGE, ProgramFolder } from '../support/program';

/** As for the ES module. */
const LARGEST = 16 * 1024;

const USE = `
  const querystring = require('rt-std/querystring');
  const { backend } = require('rt-std/backend');
  const names = Object.keys(querystring).sort();
  const before = querystring.stringify({ a: 'ä' });
  querystring.escape = (text) => text.toUpperCase();
  const after = querystring.stringify({ a: 'ä' });
  const pair = require('rt-std/querystring/pairs').get('a=%C3%A4', 'a');
  console.log(JSON.stringify([names, before, after, pair, backend.querystring]));
`;
const NAMES = ['decode', 'encode', 'escape', 'parse', 'stringify', 'unescape', 'unescapeBuffer'];

const used = (codec: string): string => `${JSON.stringify([NAMES, 'a=%C3%A4', 'A=Ä', 'ä', codec])}\n`;

for (const [condition, codec] of [
  ['browser', 'wasm'],
  ['react-native', 'typescript'],
] as const) {
  test(`with the condition ${condition}, require() gives the object whose functions may be replaced`, (t) => {
    // As Jest does for jsdom. Node 20 cannot require an ES module, nor can Jest.
    const folder = new ProgramFolder({ 'program.cjs': USE });
    const { stdout, stderr } = folder.node(['--conditions', condition, 'program.cjs']);
    folder.remove();
    t.is(stdout, used(codec), stderr);
  });

  test(`with the condition ${condition}, import has the names of the functions as before`, (t) => {
    const program = `
      import * as names from 'rt-std/querystring';
      import querystring, { stringify } from 'rt-std/querystring';
      console.log(JSON.stringify([Object.keys(names).sort(), stringify === querystring.stringify]));
    `;
    const folder = new ProgramFolder({ 'program.mjs': program });
    const { stdout, stderr } = folder.node(['--conditions', condition, 'program.mjs']);
    folder.remove();
    t.is(stdout, `${JSON.stringify([['codec', ...NAMES, 'default'].sort(), true])}\n`, stderr);
  });
}

for (const condition of ['browser', 'react-native', 'workerd', 'edge-light']) {
  test(`a bundler with the condition ${condition} takes the ES module for import, and the other one for require()`, async (t) => {
    const files = async (contents: string): Promise<string[]> => {
      const { metafile } = await build({
        stdin: { contents, resolveDir: join(PACKAGE, '__test__') },
        ...{ bundle: true, write: false, metafile: true, logLevel: 'silent', format: 'esm', conditions: [condition] },
        ...{ platform: 'neutral', absWorkingDir: PACKAGE, external: ['*.wasm', '*.wasm?module'] },
      });
      return Object.keys(metafile.inputs).filter((path) => path.startsWith('dist/'));
    };
    const name = condition === 'browser' ? 'querystring' : condition;
    const [esModule, commonjs] = [`dist/browser/${name}.mjs`, `dist/browser/${name}.cjs`];
    t.deepEqual(await files("import { parse } from 'rt-std/querystring'; parse('');"), [esModule]);
    // What imports WebAssembly is one module for both.
    const others = name === 'workerd' || name === 'edge-light' ? [esModule] : [];
    t.deepEqual((await files("require('rt-std/querystring').parse('');")).sort(), [commonjs, ...others].sort());
  });
}

for (const [how, extension] of [
  ['require()', 'cjs'],
  // In its mode for ES modules, Jest imports with jsdom too.
  ['import', 'mjs'],
] as const) {
  test(`what ${how} gets in browsers needs neither TextEncoder nor TextDecoder, which jsdom lacks`, (t) => {
    const program = `
      delete globalThis.TextEncoder;
      delete globalThis.TextDecoder;
      const calls = ({ parse, stringify, unescapeBuffer }) => JSON.stringify([
        parse('a=%C3%A4&b=%ff&c=%F0%9F%98%80%f0%9f'),
        stringify({ a: 'ä'.repeat(2) }),
        unescapeBuffer('%E2%82%AC%E2%82').toString(),
      ]);
      const names = ['rt-std/querystring', 'node:querystring', 'rt-std/backend'];
      Promise.all(names.map(async (name) => ${how === 'import' ? 'import' : 'require'}(name))).then(([ours, nodes, { backend }]) => {
        for (const line of [calls(ours), calls(nodes), backend.querystring, backend.reason]) console.log(line);
      });
    `;
    const folder = new ProgramFolder({ [`program.${extension}`]: program });
    const { stdout, stderr } = folder.node(['--conditions', 'browser', `program.${extension}`]);
    folder.remove();
    const [ours, nodes, codec, reason = ''] = stdout.split('\n');
    t.is(codec, 'typescript', stderr);
    t.is(ours, nodes);
    t.regex(reason, /querystring: ReferenceError: TextEncoder is not defined/);
  });
}

test('a bundle for browsers in which modules require() the package has the object too', async (t) => {
  const { outputFiles } = await build({
    stdin: { contents: USE, resolveDir: join(PACKAGE, '__test__') },
    ...{ bundle: true, write: false, platform: 'browser', format: 'iife' },
  });
  const folder = new ProgramFolder({ 'bundle.cjs': outputFiles[0]?.text ?? '' });
  const { stdout, stderr } = folder.node(['bundle.cjs']);
  folder.remove();
  t.is(stdout, used('wasm'), stderr);
});

test('what require() gets in browsers is as small as the ES module', (t) => {
  const size = gzipSync(readFileSync(join(PACKAGE, 'dist', 'browser', 'querystring.cjs')), { level: 9 }).length;
  t.true(size <= LARGEST, `${size} bytes`);
});
