import { describe } from '../../querystring/support/description';
import { isDeepStrictEqual } from './util';

/** The result of a test. */
export interface TestResult {
  readonly title: string;
  /** Why it failed; `undefined` when it passed. */
  readonly failure: string | undefined;
  /** How long it took. */
  readonly milliseconds: number;
}

interface Expectations {
  readonly name?: string;
  readonly code?: string;
  readonly instanceOf?: new (...values: never[]) => Error;
}

const MOST_SHOWN = 500;
let declared: { readonly title: string; readonly body: (t: Assertions) => unknown }[] = [];

/**
 * Stands for AVA's `test` where there is no Node: the spec files declare their tests with it,
 * {@link runDeclared} runs them.
 */
export default function test(title: string, body: (t: Assertions) => unknown): void {
  declared.push({ title, body });
}

/** Runs the tests that were declared since the last call, one after the other. */
export async function runDeclared(): Promise<TestResult[]> {
  const tests = declared;
  declared = [];
  const results: TestResult[] = [];
  for (const { title, body } of tests) {
    const start = performance.now();
    results.push({ title, failure: await failureOf(body), milliseconds: performance.now() - start });
  }
  return results;
}

async function failureOf(body: (t: Assertions) => unknown): Promise<string | undefined> {
  const assertions = new Assertions();
  try {
    await body(assertions);
    return assertions.count === 0 ? 'nothing was asserted' : undefined;
  } catch (error) {
    return [...assertions.logged, error instanceof Error ? `${error}\n${error.stack}` : describe(error)].join('\n');
  }
}

function shown(value: unknown): string {
  return describe(value).slice(0, MOST_SHOWN);
}

/** Those of AVA's assertions that the specs use. The first that does not hold ends the test. */
class Assertions {
  count = 0;
  readonly logged: string[] = [];

  #assert(holds: boolean, message: () => string): void {
    this.count++;
    if (!holds) throw new Error(message());
  }

  pass(): void {
    this.#assert(true, () => '');
  }

  fail(message: string): void {
    this.#assert(false, () => message);
  }

  is(actual: unknown, expected: unknown, message = 'not the same'): void {
    this.#assert(Object.is(actual, expected), () => `${message}: ${shown(actual)}, expected ${shown(expected)}`);
  }

  true(actual: unknown, message = 'not true'): void {
    this.is(actual, true, message);
  }

  deepEqual(actual: unknown, expected: unknown, message = 'not deeply equal'): void {
    this.#assert(
      isDeepStrictEqual(actual, expected),
      () => `${message}: ${shown(actual)}, expected ${shown(expected)}`,
    );
  }

  throws(call: () => unknown, { name, code, instanceOf, ...others }: Expectations = {}): Error {
    this.#assert(Object.keys(others).length === 0, () => `nothing here looks at ${Object.keys(others)}`);
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    const error = thrown as Error & { code?: string };
    this.#assert(thrown instanceof (instanceOf ?? Error), () => `thrown was: ${shown(thrown)}`);
    if (name !== undefined) this.is(error.name, name);
    if (code !== undefined) this.is(error.code, code);
    return error;
  }

  log(...values: readonly string[]): void {
    this.logged.push(...values);
  }

  /** A page has no other limit than the one for all its tests. */
  timeout(): void {}
}
