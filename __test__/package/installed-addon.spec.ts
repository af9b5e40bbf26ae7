// Where the addon is found in an installed package: as Node finds it, but without asking Node.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { theirs } from '../support/modules';
import { testButOnWindows } from '../support/portable';
import { copyPackage, PACKAGE } from '../support/program';

/** The addon that this process opens, and the name of its package. */
const FILE = theirs
  .execFileSync(
    process.execPath,
    [
      '-e',
      `const { dlopen } = process;
     process.dlopen = (...args) => { dlopen(...args); console.log(args[1]); };
     require('rt-std/querystring/native').parse('a=%41'.repeat(99));`,
    ],
    { cwd: PACKAGE, encoding: 'utf8' },
  )
  .trim();
const NAME = `rt-std-${dirname(FILE).split(/[\\/]/).pop()}`;

/** Prints which addon is opened, and whether Node was asked to find its package. */
const PROGRAM = `
  const { dlopen } = process;
  const opened = [];
  process.dlopen = (...args) => { dlopen(...args); opened.push(args[1]); };
  const Module = require('node:module');
  const resolve = Module._resolveFilename;
  const asked = [];
  Module._resolveFilename = (id, ...rest) => { if (id === ${JSON.stringify(NAME)}) asked.push(id); return resolve(id, ...rest); };
  LOAD;
  if (parse('a=%41'.repeat(99)).a === undefined) throw new Error('not parsed');
  console.log(JSON.stringify({ opened, asked }));
`;

const LOAD = `const { parse } = require('rt-std/querystring/native')`;

/** A folder of packages with the main one, whose addons are put where a test wants them. */
class Installation {
  readonly #outer = realpathSync(mkdtempSync(join(tmpdir(), 'rt-std-installed-')));
  readonly #folder = join(this.#outer, 'project');

  constructor(t: ExecutionContext) {
    copyPackage(join(this.#folder, 'node_modules', 'rt-std'));
    t.teardown(() => rmSync(this.#outer, { recursive: true }));
  }

  /** @param place - below the folder of packages */
  put(place: string): string {
    const target = join(this.#folder, place, NAME);
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(dirname(FILE))) cpSync(join(dirname(FILE), name), join(target, name));
    return target;
  }

  link(target: string, place: string): void {
    symlinkSync(target, join(this.#folder, place, NAME));
  }

  /** @param load - loads `parse` */
  run(load = LOAD): { opened: string[]; asked: string[] } {
    writeFileSync(
      join(this.#folder, 'program.cjs'),
      PROGRAM.replace('LOAD', () => load),
    );
    const text = theirs.execFileSync(process.execPath, ['program.cjs'], { cwd: this.#folder, encoding: 'utf8' });
    const { opened, asked } = JSON.parse(text) as { opened: string[]; asked: string[] };
    const folders = opened.map((file) => relative(this.#folder, dirname(file)).replaceAll(sep, '/'));
    return { opened: folders, asked };
  }
}

test('the package beside this one, which npm and Yarn install', (t) => {
  const installation = new Installation(t);
  installation.put('node_modules');
  t.deepEqual(installation.run(), { opened: [`node_modules/${NAME}`], asked: [] });
});

test('the package within this one comes first, as for Node', (t) => {
  const installation = new Installation(t);
  installation.put('node_modules');
  installation.put('node_modules/rt-std/node_modules');
  t.deepEqual(installation.run(), { opened: [`node_modules/rt-std/node_modules/${NAME}`], asked: [] });
});

testButOnWindows('a link beside this package, as of pnpm, is followed', 'where a user may not make links', (t) => {
  const installation = new Installation(t);
  installation.link(installation.put('store'), 'node_modules');
  t.deepEqual(installation.run(), { opened: [`store/${NAME}`], asked: [] });
});

test('any other place is found by Node', (t) => {
  const installation = new Installation(t);
  installation.put('../node_modules');
  t.deepEqual(installation.run(), { opened: [`../node_modules/${NAME}`], asked: [NAME] });
});

test('what a program has put in the place of functions of fs is not asked', (t) => {
  const installation = new Installation(t);
  installation.put('node_modules');
  const replaced = `
    const { parse } = require('rt-std/querystring/native');
    const fs = require('node:fs');
    fs.existsSync = () => true;
    fs.realpathSync = (path) => 'nowhere';`;
  t.deepEqual(installation.run(replaced), { opened: [`node_modules/${NAME}`], asked: [] });
});
