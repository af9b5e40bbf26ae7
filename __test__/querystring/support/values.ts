import type { Module } from './backends';
import { functionWithText } from './function-with-text';
import { outcomeOf } from './play';

/** A call, made once with each module. */
export type Call = (module: Module) => unknown;

const throwing = {
  toString(): string {
    throw new Error('no text');
  },
};

/**
 * Calls with values that are no strings, malformed, or run code. Node and every backend must come
 * to the same.
 */
export const SAME: Record<string, Call> = {
  'parse: no string': (m) => [undefined, null, 5, {}, [], Symbol('s'), true].map((value) => m.parse(value)),
  'parse: a separator that has no text': (m) => m.parse('a=1', throwing),
  'parse: a symbol as the separator': (m) => m.parse('a=1', Symbol('&')),
  'parse: options that are no object': (m) =>
    [5, 'x', true, () => {}].map((options) => m.parse('a=1&b', null, null, options)),
  'parse: a getter as limit': (m) => {
    let reads = 0;
    const options = {
      get maxKeys() {
        reads++;
        return reads;
      },
    };
    return [m.parse('a=1&b=2&c=3&d=4', null, null, options), reads];
  },
  'parse: a decoder that calls parse': (m) => {
    const decode = (text: string): string => `${text}${Object.keys(m.parse(`x${text}=1&y=2`) as object)}`;
    return m.parse('a=1&b=2&c=%41', null, null, { decodeURIComponent: decode });
  },
  'stringify: getters that call back': (m) =>
    m.stringify({
      'first key': 'ä ö ü '.repeat(12),
      get second() {
        return m.stringify({ 'inner one': 'ß '.repeat(40), b: m.escape('é'.repeat(60)) });
      },
      get third() {
        return (m.parse('x=%41%42') as { x: string }).x;
      },
    }),
  'stringify: the error comes before the next getter': (m) => {
    const read: string[] = [];
    const object = {
      get a() {
        read.push('a');
        return 'ä'.repeat(60);
      },
      get b() {
        read.push('b');
        return '\ud800';
      },
      get c() {
        read.push('c');
        return 1;
      },
    };
    return [outcomeOf(() => m.stringify(object)), read];
  },
  'stringify: a malformed key of an empty array': (m) => m.stringify({ 'x\ud800': [] }),
  'stringify: a proxy': (m) => {
    const seen: string[] = [];
    const log = (operation: string) => (_target: object, key: PropertyKey) => {
      seen.push(`${operation} ${String(key)}`);
      return operation === 'get' ? [1, 'x y'] : { enumerable: true, configurable: true, value: 1 };
    };
    const proxy = new Proxy(
      { a: 1, b: 2 },
      { get: log('get') as never, getOwnPropertyDescriptor: log('describe') as never },
    );
    return [m.stringify(proxy), seen];
  },
  'stringify: separators that are no strings': (m) => m.stringify({ a: 1, b: [2, 3] }, 5, { toString: () => '~' }),
  'stringify: a symbol as separator': (m) => m.stringify({ a: 1, b: 2 }, Symbol('&')),
  'escape: no string': (m) =>
    [undefined, null, 5, 1e21, 10n, true, {}, ['a b', 1], functionWithText('() => 1')].map((value) => m.escape(value)),
  'escape: a symbol': (m) => m.escape(Symbol('s')),
  'escape: an object without text': (m) => m.escape(Object.create(null)),
  'escape: an object with two answers': (m) => m.escape({ toString: () => 'text', valueOf: () => 5 }),
  'escape: surrogates': (m) => ['\ud801test', '\udc00\udc00x', '\ud83d\ude00'].map((text) => m.escape(text)),
  'escape: a lone surrogate at the end': (m) => m.escape('test\ud800'),
  'unescape: no string': (m) => [undefined, null, 5, {}, ['%41']].map((value) => m.unescape(value)),
  'unescape: a byte order mark': (m) => [m.unescape('%EF%BB%BFa'), m.unescape('%EF%BB%BFa%zz')],
  'unescape: with spaces': (m) => [m.unescape('a+b%zz', true), m.unescape('a+b', true)],
};

/** As {@link SAME}, where the errors or results are those of Node's Buffer. */
export const SAME_IN_NODE: Record<string, Call> = {
  'unescape: a symbol': (m) => m.unescape(Symbol('s')),
  'unescape: an object without text': (m) => m.unescape(throwing),
  'escape: how the error is printed': (m) => {
    try {
      return m.escape('\ud800');
    } catch (error) {
      return [String(error), Object.keys(error as Error), (error as Error).stack?.split('\n')[0]];
    }
  },
  'unescapeBuffer: no string': (m) => m.unescapeBuffer(123),
  'unescapeBuffer: nothing': (m) => m.unescapeBuffer(undefined),
  'unescapeBuffer: a negative length': (m) => m.unescapeBuffer({ length: -1 }),
  'unescapeBuffer: what has a length': (m) =>
    [
      ['a', 'b'],
      { length: 3 },
      { length: 2.5, toString: () => '%41' },
      { length: 3.5, toString: () => '%41' },
      { length: 20 },
      Buffer.from('%41é'),
    ].map((value) => m.unescapeBuffer(value)),
  'unescapeBuffer: a Buffer comes back': (m) => m.unescapeBuffer('%E9%zz+', true),
};
