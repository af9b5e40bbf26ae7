import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import standard from 'rt-std/querystring';
import native from 'rt-std/querystring/native';

const root = join(__dirname, '..', '..', '..');

function withoutAddons(program: string) {
  return spawnSync(process.execPath, ['--no-addons', '--eval', program], { cwd: root, encoding: 'utf8' });
}

test('in Node, the addon reads query strings', (t) => {
  t.is(standard, native);
});

test('where addons are refused, WebAssembly reads query strings', (t) => {
  const program = `
    const standard = require('rt-std/querystring');
    console.log(standard === require('rt-std/querystring/wasm'), standard.parse('a=%C3%A9').a);
  `;
  const { stdout, stderr } = withoutAddons(program);
  t.is(stdout, 'true é\n', stderr);
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
