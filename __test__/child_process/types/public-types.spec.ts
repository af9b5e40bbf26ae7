import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../../support/program';

function source(...path: string[]): string {
  return readFileSync(join(PACKAGE, 'ts', ...path), 'utf8');
}

/** The types that an entry exports by name, from other files. */
function exportedTypes(text: string): string[] {
  const lists = [...text.matchAll(/^export type \{([^}]*)\} from/gm)].flatMap(([, list = '']) => list.split(','));
  return lists
    .map((name) => name.replace(/.* as /, '').trim())
    .filter((name) => name.length > 0)
    .sort();
}

/** The types in the namespace of a module that is one object, and what they stand for. */
function typesOfNamespace(text: string): string[] {
  const begin = /^(?:declare )?namespace \w+ \{$/m.exec(text) as RegExpExecArray;
  const body = text.slice(begin.index, text.indexOf('\n}', begin.index));
  const types = [...body.matchAll(/^ {2}(?:export )?type (\w+)[^;]*? = types\.(\w+)/gim)];
  const declared = [...body.matchAll(/^ {2}(?:export )?type /gm)];
  if (types.length !== declared.length) throw new Error('a type in the namespace is no other name of a public type');
  return types.map(([, name = '', target = '']) => (name === target ? name : `${name} as ${target}`)).sort();
}

for (const [module, types, entry] of [
  ['child_process', 'public-types.ts', 'index.ts'],
  ['querystring', 'index.mts', 'index.ts'],
  ['querystring', 'native.mts', 'native.ts'],
  ['querystring', 'wasm.mts', 'wasm.ts'],
] as const) {
  test(`${module}/${entry}: import and require find types of the same names`, (t) => {
    const exported = exportedTypes(source(module, types));
    t.true(exported.length >= 4);
    t.deepEqual(typesOfNamespace(source(module, entry)), exported);
  });
}

test('every type of @types/node has the same name here', (t) => {
  const declared = readFileSync(require.resolve('@types/node/child_process.d.ts'), 'utf8');
  const theirs = [...declared.matchAll(/^ {4}(?:interface|type|class) (\w+)/gm)].map(([, name = '']) => name);
  t.true(theirs.length > 30);
  const ours = new Set(exportedTypes(source('child_process', 'public-types.ts')));
  t.deepEqual(
    [...new Set(theirs)].filter((name) => !ours.has(name)),
    [],
  );
});
