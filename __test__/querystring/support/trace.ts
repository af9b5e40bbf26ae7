import type { Random } from '../../support/random';
import type { Module } from './backends';

/** Takes down what a module calls of the caller's own, in order. */
export type Trace = (event: string, ...values: unknown[]) => void;

/** What a function of the caller's does when it is called. */
type Answer = (text: unknown, module: Module) => unknown;

/**
 * What one would not call a text. Objects are new each time: a parser puts values into what it
 * takes for its own array.
 */
function oddAnswer(number: number): unknown {
  const answers = [
    ...[undefined, null, 0, 5, Number.NaN, true, false, 12n, Symbol.iterator],
    ...[['list'], {}, { pop: true, length: 1 }],
  ];
  return answers[number % answers.length];
}

const ANSWERS: readonly Answer[] = [
  (text) => `<${String(text)}>`,
  (text) => String(text).toUpperCase(),
  (text) => decodeURIComponent(String(text)),
  (text) => String(text).slice(1),
  () => '',
  () => 'same',
  () => '__proto__',
  (text) => oddAnswer(String(text).length),
  (text) => [text],
  (text) => new Boxed(String(text)),
  () => {
    throw new RangeError('refused');
  },
  (text) => {
    if (String(text).length % 2 === 0) throw 'refused, and no error';
    return text;
  },
  (text, module) => Object.keys(module.parse(`in${String(text).slice(0, 20)}=%41&side+=é&b`) as object).join(),
  (text, module) => module.stringify({ [`${String(text)}_`]: ['ä ö', 'long '.repeat(20)], second: text }),
  (text, module) => module.escape(`${String(text)}é`.repeat(9)),
  (text, module) => module.unescape(`${String(text)}%41%e9`),
  (text, module) => module.parse(text, ';', ':', { decodeURIComponent: (piece: string) => `${piece}!` }),
  (text, module) => module.stringify({ secret: 'é&'.repeat(9), [`${String(text)}#`]: reentrantList(text, module, 2) }),
  (text, module) => module.stringify({ inner: [text, 'ä'] }, ';', ':', { encodeURIComponent: module.escape }),
  (text, module) => String(module.unescapeBuffer(`${String(text)}%C3%A9+`, true)),
];

/** A proxied list whose traps call the module, which meets such a list again, to a small depth. */
function reentrantList(text: unknown, module: Module, depth: number): unknown {
  const calls = (): void => {
    if (depth > 0) module.stringify({ [`deep${depth}`]: reentrantList(text, module, depth - 1), z: `${depth} é` });
    module.escape(`trap ${String(text)}`);
  };
  return new Proxy([text, 'b c', depth], {
    get: (list, key) => {
      calls();
      return Reflect.get(list, key);
    },
    getPrototypeOf: (list) => {
      calls();
      return Reflect.getPrototypeOf(list);
    },
  });
}

/** An object with a text of its own, which does not show in a comparison. */
class Boxed {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** An object that takes down what it is asked for, and may refuse. */
export class Asked {
  readonly #trace: Trace;
  readonly #text: unknown;
  readonly #called: () => void;

  constructor(trace: Trace, text: unknown, called: () => void = () => {}) {
    this.#trace = trace;
    this.#text = text;
    this.#called = called;
  }

  toString(): unknown {
    this.#trace('toString');
    this.#called();
    if (this.#text === undefined) throw new RangeError('no text');
    return this.#text;
  }

  valueOf(): unknown {
    this.#trace('valueOf');
    this.#called();
    return this;
  }
}

/** As {@link Asked}, for those who ask for a primitive value. */
class AskedForPrimitive {
  readonly #trace: Trace;
  readonly #text: unknown;
  readonly #called: () => void;

  constructor(trace: Trace, text: unknown, called: () => void = () => {}) {
    this.#trace = trace;
    this.#text = text;
    this.#called = called;
  }

  [Symbol.toPrimitive](hint: string): unknown {
    this.#trace('toPrimitive', hint);
    this.#called();
    return this.#text;
  }
}

/** An object that becomes one of these texts, takes it down, and may call the module first. */
export function asked(random: Random, module: Module, trace: Trace, texts: readonly unknown[]): object {
  const called = random.oneIn(2) ? callsBack(random, 'asked', module, trace) : undefined;
  return random.oneIn(2)
    ? new Asked(trace, random.of([...texts, undefined]), called)
    : new AskedForPrimitive(trace, random.of([...texts, {}]), called);
}

/** What a trap or getter does besides answering: it calls the module, or fails. */
export function callsBack(random: Random, name: string, module: Module, trace: Trace): () => void {
  const text = random.of(['a', 'é&', 'long enough to be something else', '%41+', '\ud800', 'x'.repeat(70)]);
  const call = tracedFunction(random, name, module, trace);
  return () => {
    call(text);
  };
}

/**
 * How often the functions of one play may call the module: functions that call each other at every
 * step would never end.
 */
const MOST_CALLS = 24;
const budgets = new WeakMap<Trace, { calls: number }>();

function budgetOf(trace: Trace): { calls: number } {
  let budget = budgets.get(trace);
  if (budget === undefined) {
    budget = { calls: MOST_CALLS };
    budgets.set(trace, budget);
  }
  return budget;
}

/**
 * A function that takes down what it is called with and as what, and answers in one of many ways.
 */
export function tracedFunction(
  random: Random,
  name: string,
  module: Module,
  trace: Trace,
): (...values: unknown[]) => unknown {
  const answer = random.of(ANSWERS);
  const budget = budgetOf(trace);
  let depth = 0;
  return function (this: unknown, ...values: unknown[]): unknown {
    trace(name, this === module ? 'of the module' : typeof this, ...values);
    // What calls back into the module may be called by it again.
    if (depth > 1 || budget.calls === 0) return 'deep';
    depth++;
    budget.calls--;
    try {
      return answer(values[0], module);
    } finally {
      depth--;
    }
  };
}
