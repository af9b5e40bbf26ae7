import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { internal } from '../support/internals';
import { PACKAGE, ProgramFolder } from '../support/program';

const { parentOf } = internal<typeof import('../../ts/bundles/own-place')>('bundles/own-place');

test('the folder above a path, up to the root', (t) => {
  t.is(parentOf('/a/b/c'), '/a/b');
  t.is(parentOf('/a/b'), '/a');
  t.is(parentOf('/a'), '');
  t.is(parentOf(''), '');
  t.is(parentOf('C:\\a\\b'), 'C:\\a');
});

/** Evaluates the codec's bundle under another file's name, as in a bundle of a program. */
const PROGRAM = `
  const { readFileSync } = require('node:fs');
  const Module = require('node:module');
  const [source, file] = process.argv.slice(2);
  const bundle = new Module(file);
  try {
    bundle._compile(readFileSync(source, 'utf8'), file);
    console.log(bundle.exports.parse('a=1').a);
  } catch ({ code, message }) {
    console.log(code, message);
  }
`;

test('in a bundle, the error names the folder that the addon belongs into, however near the root', (t) => {
  const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
  try {
    for (const place of ['', '/app', '/app/dist', '/no/such/folder']) {
      const args = ['program.cjs', join(PACKAGE, 'dist/querystring/native.js'), `${place}/server.js`];
      const { stdout } = folder.node(args);
      t.regex(stdout, /^ERR_DLOPEN_FAILED This program is a bundle with rt-std in it.* from the package rt-std-/);
      t.true(stdout.includes(`into the folder ${place || '/'}, or leave`), stdout);
    }
  } finally {
    folder.remove();
  }
});

test('in a bundle, an addon two folders above is not opened, unlike in a clone', (t) => {
  const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
  try {
    const run = (file: string): string =>
      folder.node(['program.cjs', join(PACKAGE, 'dist/querystring/native.js'), join(folder.path, file)]).stdout;
    cpSync(join(PACKAGE, 'npm'), join(folder.path, 'npm'), { recursive: true });
    // The package is there, too, unless it is taken away.
    rmSync(join(folder.path, 'node_modules'), { recursive: true });
    t.regex(run('a/b/server.js'), /^ERR_DLOPEN_FAILED This program is a bundle/);
    t.is(run('dist/querystring/native.js'), '1\n');
  } finally {
    folder.remove();
  }
});
