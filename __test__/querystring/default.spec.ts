import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';

const root = join(__dirname, '..', '..', '..');

function run(args: readonly string[], program: string) {
  return spawnSync(process.execPath, [...args, '--eval', program], { cwd: root, encoding: 'utf8' });
}

function withoutAddons(program: string) {
  return run(['--no-addons'], program);
}

/** Reads a query string and says what was loaded for it: addons, and modules of WebAssembly. */
const PROGRAM = `
  const { Module } = WebAssembly;
  let compiled = 0;
  WebAssembly.Module = function (bytes) {
    compiled++;
    return new Module(bytes);
  };
  Object.assign(WebAssembly.Module, { imports: Module.imports });
  const maps = () => require('fs').readFileSync('/proc/self/maps', 'latin1');
  const loaded = () => [new Set(maps().match(/\\S+\\.node$/gm)).size, compiled].join();
  const standard = require('rt-std/querystring');
  const before = loaded();
  console.log(before, standard.parse('a=%C3%A9').a, loaded());
`;

test('in Node, the addon reads query strings, and is loaded by the first of them', (t) => {
  const { stdout, stderr } = run([], PROGRAM);
  t.is(stdout, '0,0 é 1,0\n', stderr);
});

test('where addons are refused, WebAssembly reads query strings', (t) => {
  const { stdout, stderr } = withoutAddons(PROGRAM);
  t.is(stdout, '0,0 é 0,1\n', stderr);
});

test('where addons are refused, the override reads query strings by WebAssembly', (t) => {
  const program = `
    const querystring = require('node:querystring');
    const { parse } = querystring;
    require('rt-std/override');
    console.log(querystring.parse !== parse, querystring.parse('a=%C3%A9').a);
  `;
  const { stdout, stderr } = withoutAddons(program);
  t.is(stdout, 'true é\n', stderr);
});
