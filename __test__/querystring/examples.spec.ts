import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import test from 'ava';
import { PACKAGE } from '../support/program';
import { backends, type Module } from './support/backends';

interface Example {
  readonly expression: string;
  readonly result: string;
}

/** The examples in the documentation of the declarations: an expression and, behind `//`, what it comes to. */
function documentedExamples(): Example[] {
  const source = readFileSync(join(PACKAGE, 'ts', 'querystring', 'types.ts'), 'utf8');
  const blocks = [...source.matchAll(/\* @example\n((?: +\* (?!@).+\n)+)/g)].flatMap(([, block]) => block ?? []);
  return blocks
    .flatMap((block) => block.trimEnd().split('\n'))
    .map((line) => {
      const [expression, result] = line.replace(/^ +\* /, '').split(' // ');
      if (expression === undefined || result === undefined) throw new Error(`no example: ${line}`);
      return { expression, result };
    });
}

function evaluate(expression: string, querystring: Module): unknown {
  return runInThisContext(`(querystring) => (${expression})`)(querystring);
}

/** Parsed results have no prototype, literals have one. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

test('every documented example comes to what it says, with every backend', async (t) => {
  const examples = documentedExamples();
  for (const { name, module } of await backends()) {
    for (const { expression, result } of examples) {
      const actual = plain(evaluate(expression, module));
      t.deepEqual(actual, evaluate(result, module), `${name}: ${expression}`);
    }
  }
});

test('every function and every option has an example', async (t) => {
  const text = documentedExamples()
    .map(({ expression }) => expression)
    .join('\n');
  const [tested] = await backends();
  for (const name of Object.keys(tested?.module ?? {})) t.true(text.includes(`querystring.${name}(`), name);
  for (const option of ['maxKeys', 'decodeURIComponent', 'encodeURIComponent'])
    t.true(text.includes(`${option}:`), option);
});
