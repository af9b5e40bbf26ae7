import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';
import { script } from '../support/scripts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

interface Cycles {
  readonly folderCycles: (graph: Graph) => readonly { readonly folder: string; readonly text: string }[];
}

interface RustImports {
  readonly rustImports: (crate: string) => Graph;
}

interface Layers {
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  readonly wrongImports: (graphs: readonly Graph[]) => readonly { readonly text: string }[];
  readonly wrongDependencies: (crate: string, manifest: string) => readonly { readonly text: string }[];
}

interface Deny {
  readonly isUnreachable: (text: string) => boolean;
}

interface Comments {
  readonly inSource: (file: string, content: string) => readonly { readonly line: number; readonly text: string }[];
}

const load = <Module>(name: string) => script<Module>(`scripts/lint/${name}`);

const graphOf = (edges: Readonly<Record<string, readonly string[]>>): Graph =>
  new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));

test('files and folders that use each other in a cycle are found', async (t) => {
  const { folderCycles } = await load<Cycles>('folder-cycles.mjs');
  const files = graphOf({ 'ts/a.ts': ['ts/b.ts'], 'ts/b.ts': ['ts/c.ts'], 'ts/c.ts': ['ts/b.ts'] });
  t.deepEqual(
    folderCycles(files).map(({ text }) => text),
    ['ts: b.ts → c.ts → b.ts (ts/b.ts uses ts/c.ts; ts/c.ts uses ts/b.ts)'],
  );
  const folders = graphOf({ 'ts/one/a.ts': ['ts/two/b.ts'], 'ts/two/c.ts': ['ts/one/d.ts'] });
  t.deepEqual(
    folderCycles(folders).map(({ folder }) => folder),
    ['ts'],
  );
});

test('a file that stands for its folder may use what is in it, and be used by that', async (t) => {
  const { folderCycles } = await load<Cycles>('folder-cycles.mjs');
  const graph = graphOf({ 'ts/one/index.ts': ['ts/one/a.ts'], 'ts/one/a.ts': ['ts/one/index.ts', 'ts/one/b.ts'] });
  t.deepEqual(folderCycles(graph), []);
});

test('the paths of Rust name files: groups, re-exports and super, but no comments and no tests', async (t) => {
  const { rustImports } = await load<RustImports>('rust-imports.mjs');
  const source = '__test__/fixtures/set-up/crate/src';
  const graph = rustImports('__test__/fixtures/set-up/crate');
  const uses = (file: string): readonly string[] => [...(graph.get(`${source}/${file}`) ?? [])].sort();
  t.deepEqual(uses('channel.rs'), [`${source}/queue.rs`, `${source}/wire/mod.rs`]);
  t.deepEqual(uses('queue.rs'), [`${source}/wire/mod.rs`]);
  t.deepEqual(uses('wire/head.rs'), [`${source}/queue.rs`, `${source}/wire/mod.rs`]);
  const { folderCycles } = await load<Cycles>('folder-cycles.mjs');
  t.deepEqual(
    folderCycles(graph).map(({ text }) => text.split(' (')[0]),
    [`${source}: queue → wire → queue`],
  );
});

test('imports that go the wrong way are found', async (t) => {
  const { wrongImports } = await load<Layers>('layers.mjs');
  const graph = graphOf({
    'ts/errors/codes.ts': ['ts/realm/define-property.ts', 'ts/binding/index.ts'],
    'ts/override/index.ts': ['ts/child_process/index.ts'],
    'scripts/run.mjs': ['__test__/support/random.ts'],
  });
  t.deepEqual(
    wrongImports([graph]).map(({ text }) => text),
    [
      'ts/errors/codes.ts must not import ts/binding/index.ts',
      'scripts/run.mjs must not import __test__/support/random.ts',
    ],
  );
});

test('a core crate that depends on JavaScript or on another core crate is found', async (t) => {
  const { wrongDependencies } = await load<Layers>('layers.mjs');
  const found = (dependency: string) =>
    wrongDependencies('crates/ipc', `[package]\nname = "rt-ipc"\n[dependencies]\n${dependency}\n`);
  t.deepEqual(found('napi = "3"')[0]?.text, 'crates/ipc must not depend on napi');
  t.deepEqual(found('rt-process = { path = "../process" }')[0]?.text, 'crates/ipc must not depend on rt-process');
  t.deepEqual(found('rustix = "1"'), []);
});

test('ARCHITECTURE.md shows the import rules that are checked, in at most 80 lines', async (t) => {
  const { mayImport } = await load<Layers>('layers.mjs');
  const map = readFileSync(join(PACKAGE, 'ARCHITECTURE.md'), 'utf8');
  t.true(map.split('\n').length <= 81);
  for (const [folder, allowed] of Object.entries(mayImport)) {
    const row = map.split('\n').find((line) => line.startsWith(`| \`${folder}\` `)) ?? '';
    const shown = [...(row.split('|')[3] ?? '').matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => `ts/${name}`);
    t.deepEqual(shown.sort(), [...allowed].sort(), folder);
  }
});

test('wide comments and hard words are found, in comments, titles and names', async (t) => {
  const { inSource } = await load<Comments>('comments.mjs');
  const wide = `// ${'word '.repeat(20)}`;
  const word = ['str', 'angers'].join('');
  const content = [wide, `// ${'x'.repeat(120)}`, `const ${word} = 1;`, `test('for ${word}', () => {});`, ` * ${word}`];
  const found = inSource('a.ts', content.join('\n'));
  t.deepEqual(
    found.map(({ line }) => line),
    [1, 3, 4, 5],
  );
});

test('hard words are found within names of either style, and reported once for a line', async (t) => {
  const { inSource } = await load<Comments>('comments.mjs');
  const word = ['oct', 'et'].join('');
  const content = [
    `decode_${word}s(1);`,
    `const every${'O'}${word.slice(1)} = 1;`,
    `'a ${word}'; // a ${word}`,
    'concoctetion',
  ];
  const found = inSource('a.rs', content.join('\n'));
  t.deepEqual(
    found.map(({ line }) => line),
    [1, 2, 3],
  );
});

test('words of an example in documentation are code, its width is checked', async (t) => {
  const { inSource } = await load<Comments>('comments.mjs');
  const word = ['oct', 'et'].join('');
  const content = ['/// ```', `/// ${word}();`, `/// ${'word '.repeat(20)}`, '/// ```', `/// ${word}`];
  const found = inSource('a.rs', content.join('\n'));
  t.deepEqual(
    found.map(({ line }) => line),
    [3, 5],
  );
});

test('an advisory is no database that cannot be fetched, whatever its words', async (t) => {
  const { isUnreachable } = await load<Deny>('deny.mjs');
  t.true(isUnreachable('[ERROR] failed to fetch advisory database https://github.com/RustSec/advisory-db'));
  t.true(isUnreachable('cargo deny: cargo-deny --locked check advisories took longer than 60 s'));
  t.false(isUnreachable('error[vulnerability]: wrong results\n  ├ Rows of a database that are fetched twice'));
});
