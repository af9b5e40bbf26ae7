import type { Random } from '../../support/random';
import type { Module } from './backends';

/** Takes down what a module calls of the caller's own, in order. */
export type Trace = (event: string, ...values: unknown[]) => void;

/** What a function of the caller's does when it is called. */
type Answer = (text: unknown, module: Module) => unknown;

/** What one would not call a text. Objects are new each time: a parser puts values into what it takes for its own array. */
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
];

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

  constructor(trace: Trace, text: unknown) {
    this.#trace = trace;
    this.#text = text;
  }

  toString(): unknown {
    this.#trace('toString');
    if (this.#text === undefined) throw new RangeError('no text');
    return this.#text;
  }

  valueOf(): unknown {
    this.#trace('valueOf');
    return this;
  }
}

/** As {@link Asked}, for those who ask for a primitive value. */
export class AskedForPrimitive {
  readonly #trace: Trace;
  readonly #text: unknown;

  constructor(trace: Trace, text: unknown) {
    this.#trace = trace;
    this.#text = text;
  }

  [Symbol.toPrimitive](hint: string): unknown {
    this.#trace('toPrimitive', hint);
    return this.#text;
  }
}

/** An object that becomes one of these texts, and takes it down. */
export function asked(random: Random, trace: Trace, texts: readonly unknown[]): object {
  return random.oneIn(2)
    ? new Asked(trace, random.of([...texts, undefined]))
    : new AskedForPrimitive(trace, random.of([...texts, {}]));
}

/** A function that takes down what it is called with and as what, and answers in one of many ways. */
export function tracedFunction(
  random: Random,
  name: string,
  module: Module,
  trace: Trace,
): (...values: unknown[]) => unknown {
  const answer = random.of(ANSWERS);
  let depth = 0;
  return function (this: unknown, ...values: unknown[]): unknown {
    trace(name, this === module ? 'of the module' : typeof this, ...values);
    // What calls back into the module may be called by it again.
    if (depth > 1) return 'deep';
    depth++;
    try {
      return answer(values[0], module);
    } finally {
      depth--;
    }
  };
}
