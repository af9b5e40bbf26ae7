import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { LOADED_ADDONS } from '../support/portable';
import { testWhere } from '../support/test-where';

const root = join(__dirname, '..', '..', '..');

function run(args: readonly string[], program: string, environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [...args, '--eval', program], { cwd: root, env, encoding: 'utf8' });
}

/** Nothing is left to Node's functions. */
const AT_ONCE = { RT_STD_DISABLE: 'late-querystring' };

function withoutAddons(program: string, environment?: NodeJS.ProcessEnv) {
  return run(['--no-addons'], program, environment);
}

/** Reads query strings and says what was loaded for them: addons, and modules of WebAssembly. */
const PROGRAM = `
  const { Module } = WebAssembly;
  let compiled = 0;
  WebAssembly.Module = function (bytes) {
    compiled++;
    return new Module(bytes);
  };
  Object.assign(WebAssembly.Module, { imports: Module.imports });
  const loaded = () => [${LOADED_ADDONS}.length, compiled].join();
  const standard = require('rt-std/querystring');
  const before = loaded();
  console.log(before, standard.parse('a=%C3%A9').a, loaded());
  console.log(standard.parse('a=%C3%A9&' + 'b'.repeat(300_000)).a, loaded());
`;

test('in Node, the addon reads query strings, and is loaded when there is much to read', (t) => {
  const { stdout, stderr } = run([], PROGRAM);
  t.is(stdout, '0,0 é 0,0\né 1,0\n', stderr);
});

test('where addons are refused, WebAssembly reads query strings', (t) => {
  const { stdout, stderr } = withoutAddons(PROGRAM);
  t.is(stdout, '0,0 é 0,0\né 0,1\n', stderr);
});

/** The options of Node that leave nothing but TypeScript, and what a program does first. */
const NOTHING = [
  ['there is no WebAssembly (--jitless)', ['--no-addons', '--jitless'], ''],
  ['WebAssembly is deleted', ['--no-addons'], 'delete globalThis.WebAssembly;'],
  [
    'the file of the WebAssembly is missing',
    ['--no-addons'],
    `const Module = require('node:module');
     const { _resolveFilename } = Module;
     Module._resolveFilename = (name, ...rest) =>
       _resolveFilename(name.endsWith('codec-text.js') ? '/nowhere' : name, ...rest);`,
  ],
  [
    'there is no address space for WebAssembly',
    ['--no-addons'],
    `WebAssembly.Instance = function () {
       throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
     };`,
  ],
] as const;

for (const [what, args, before] of NOTHING) {
  test(`without addons, and where ${what}, TypeScript reads query strings`, (t) => {
    const program = `
      ${before}
      const { backend } = require('rt-std/backend');
      const querystring = require('rt-std/querystring');
      console.log(querystring.parse('a=%C3%A9&b=+').a, querystring.stringify({ é: ['x y'] }));
      console.log(backend.querystring);
      console.log(backend.reason);
    `;
    const { stdout, stderr } = run(args, program, AT_ONCE);
    const [results, name, reason] = stdout.split('\n');
    t.is(results, 'é %C3%A9=x%20y', stderr);
    t.is(name, 'typescript');
    t.regex(
      reason as string,
      /querystring: (rt-std\/querystring\/wasm cannot run here|Cannot find module '\/nowhere')/,
    );
  });
}

test('an overflow of the stack in the first call does not choose TypeScript for the later ones', (t) => {
  const program = `
    const querystring = require('rt-std/querystring');
    const { backend } = require('rt-std/backend');
    let depth = 0;
    const overflow = () => { depth++; overflow(); };
    try { overflow(); } catch {}
    // At every depth near the end of the stack, the first call of all fails in another place.
    const call = (left) => { if (left > 0) return call(left - 1); querystring.parse('a=%41'); };
    for (let left = depth; left > depth - 400; left -= 7) { try { call(left); } catch {} }
    let compiled = 0;
    console.log(querystring.parse('a=%C3%A9').a, backend.querystring);
  `;
  const { stdout, stderr } = withoutAddons(program, AT_ONCE);
  t.is(stdout, 'é wasm\n', stderr);
});

test('where addons are refused, the override reads query strings by WebAssembly', (t) => {
  const program = `
    const querystring = require('node:querystring');
    const { parse } = querystring;
    require('rt-std/override');
    console.log(querystring.parse !== parse, querystring.parse('a=%C3%A9').a);
  `;
  const { stdout, stderr } = withoutAddons(program, AT_ONCE);
  t.is(stdout, 'true é\n', stderr);
});

testWhere(process.platform === 'linux', 'there is no limit on address space')(
  'a limit on address space changes no result',
  (t) => {
    const program = `
      const querystring = require(process.env.MODULE);
      const seen = [];
      for (let count = 0; count < 30; count++) seen.push(querystring.parse('a=%C3%A9&'.repeat(3000)).a.length);
      console.log(seen.join(), querystring.escape('é'));
    `;
    // The least that Node starts with is about 1 GB.
    const outcome = (MODULE: string): unknown[] => {
      const limited = [
        '-c',
        'ulimit -v 4000000 && exec "$@"',
        'sh',
        process.execPath,
        '--no-addons',
        '--eval',
        program,
      ];
      const { status, stdout } = spawnSync('sh', limited, {
        cwd: root,
        env: { ...process.env, MODULE },
        encoding: 'utf8',
      });
      return [status, stdout];
    };
    t.deepEqual(outcome('rt-std/querystring'), outcome('node:querystring'));
  },
);
