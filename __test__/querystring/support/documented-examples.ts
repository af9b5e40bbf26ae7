import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { PACKAGE } from '../../support/program';
import type { Module } from './backends';

/** One line of an example: an expression and, after `//`, its result. */
export interface Line {
  readonly expression: string;
  readonly result: string;
}

/** An example that can be evaluated with a module. */
export interface Example {
  readonly text: string;
  readonly actual: (querystring: Module) => unknown;
  readonly expected: (querystring: Module) => unknown;
}

/** The lines of the examples in the documentation of the declarations. */
export function documentedLines(): readonly Line[] {
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

/**
 * The examples. In a browser, whose policy makes no code of text, the bundle has them as functions
 * (`__test__/conformance/browsers/specs.mjs`).
 */
export function documentedExamples(): readonly Example[] {
  const compiled = (expression: string): Example['actual'] => runInThisContext(`(querystring) => (${expression})`);
  return documentedLines().map(({ expression, result }) => ({
    text: expression,
    actual: compiled(expression),
    expected: compiled(result),
  }));
}
