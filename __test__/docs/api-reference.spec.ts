import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import childProcess from 'rt-std/child_process';
import querystring from 'rt-std/querystring';
import { PACKAGE } from '../support/program';

/** The words that a page of the reference has in code spans, examples left out. */
function wordsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(join(PACKAGE, 'docs', 'api', page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return new Set(spans.flatMap((span) => span.match(/[\w$]+/g) ?? []));
}

/** The text of files of `ts/`, or of all in a folder. */
function sources(...names: readonly string[]): string {
  const files = names.flatMap((name) =>
    name.endsWith('.ts')
      ? [name]
      : readdirSync(join(PACKAGE, 'ts', name), { recursive: true }).map((file) => join(name, String(file))),
  );
  return files
    .filter((file) => /\.m?ts$/.test(file))
    .map((file) => readFileSync(join(PACKAGE, 'ts', file), 'utf8'))
    .join('\n');
}

/** The members of an interface or class that programs may use: those of Node with `_` are not. */
function membersOf(type: string, text: string): string[] {
  const declaration = (kind: string): RegExp =>
    new RegExp(`^export ${kind} ${type}\\b[^{]*\\{(?:\\}|\\n([\\s\\S]*?)^\\})`, 'm');
  const found = declaration('class').exec(text) ?? declaration('interface').exec(text);
  if (found === null) throw new Error(`there is no type ${type}`);
  const member = /^ {2}(?:declare |readonly |async |get )*([a-z]\w*|\[\w+\.\w+\])[?]?(?:[:(<]| = )/gm;
  const names = [...(found[1] ?? '').matchAll(member)].map(([, name = '']) => name.match(/\w+(?=\]?$)/)?.[0] ?? '');
  return names.filter((name) => name !== 'constructor');
}

/** Members that programs have no use for, and why they are there. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  pendingMessages: 'Node has a property of that name, and programs may look for it',
  childEnded: 'called at the end of the child',
  custom: 'called by what prints a child',
  cut: 'called by the option closeGrace',
  setWriting: 'called by the channel',
  prototype: 'of the class, as any class has it',
};

/** Codes of errors that are looked for, not made. */
const COMPARED = /=== 'ERR_[A-Z_]+'/g;

function codesIn(text: string): ReadonlySet<string> {
  return new Set(text.replace(COMPARED, '').match(/ERR_[A-Z][A-Z_]+/g));
}

const page = wordsOf('child_process.md');
const text = sources('child_process');

/** The interfaces and classes that `public-types.ts` exports: options, results, events. */
const NAMES = [...sources('child_process/public-types.ts').matchAll(/export type \{([^}]*)\}/g)]
  .flatMap(([, names = '']) => names.split(','))
  .map((name) => name.replace(/ as .*/, '').trim());
/** A child's members are declared in two interfaces that have no names for programs. */
const OF_CHILDREN = ['ChildProcessMembers', 'ChildProcessAdditions'];
/** One that is exported under two names is one. */
const TYPES = [...new Set([...NAMES, ...OF_CHILDREN])].filter(
  (name) => name !== '' && new RegExp(`^export (interface|class) ${name}\\b`, 'm').test(text),
);

test('the reference of child_process names every function', (t) => {
  const names = Object.keys(childProcess).filter((name) => !name.startsWith('_'));
  t.true(names.length >= 9);
  t.deepEqual(
    names.filter((name) => !page.has(name)),
    [],
  );
});

test('the types of child_process are found', (t) => {
  t.true(TYPES.length >= 20);
});

for (const type of TYPES) {
  test(`the reference of child_process names every member of ${type}`, (t) => {
    const members = membersOf(type, text);
    t.deepEqual(
      members.filter((name) => !page.has(name) && !(name in LEFT_OUT)),
      [],
    );
  });
}

test('the reference of child_process names every error that the module makes', (t) => {
  const codes = codesIn(sources('child_process', 'errors', 'binding'));
  const ofQueryStrings = wordsOf('querystring.md');
  t.true(codes.size >= 15);
  t.deepEqual(
    [...codes].filter((code) => !page.has(code) && !ofQueryStrings.has(code)),
    [],
  );
});

test('the reference of querystring names every function, option and error', (t) => {
  const words = wordsOf('querystring.md');
  const types = sources('querystring');
  const options = ['ParseOptions', 'StringifyOptions'].flatMap((type) => membersOf(type, types));
  t.deepEqual(options, ['maxKeys', 'decodeURIComponent', 'encodeURIComponent']);
  const codes = codesIn(types);
  t.deepEqual(
    [...Object.keys(querystring), ...options, ...codes].filter((name) => !words.has(name)),
    [],
  );
});
