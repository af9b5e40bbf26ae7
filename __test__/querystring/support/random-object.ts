import type { Random } from '../../support/random';
import type { Module } from './backends';
import { longText, randomText } from './random-text';
import { callsBack, type Trace, tracedFunction } from './trace';

const SHARED_FUNCTION = (): string => 'x';
const PRIMITIVES = [
  ...[0, -0, 1, 1.5, -7, 255, 2 ** 31, 2 ** 53, 1e20, 1e21, -1e21, 1e-7, 5e-324, Number.MAX_VALUE],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[0n, 12n, -3n, 2n ** 70n, true, false, null, undefined, '', Symbol.iterator],
];
const OBJECTS: readonly unknown[] = [
  ...[{}, { a: 1 }, Object.create(null), new Date(0), [['nested']], SHARED_FUNCTION, /x/, new Map([['a', 1]])],
  ...[new String('boxed'), new Number(5), Object(true), Object(7n), new Uint8Array([1, 2]), Buffer.from('b')],
];
/** Lengths from which on a value or all values together are written in another way. */
const LENGTHS = [23, 24, 25, 47, 48, 49, 255, 256, 257, 1000];

class Instance {
  own = 'own';
  list = [1, 'b c'];
  get inherited(): string {
    return 'not own';
  }
}

/** A value that is no array. */
function randomValue(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
    case 1:
      return random.of(PRIMITIVES);
    case 2:
      return random.oneIn(3) ? random.of(OBJECTS) : random.of(PRIMITIVES);
    case 3:
      return random.oneIn(4)
        ? random.of(['x', ' ', 'é', 'a+b&']).repeat(random.of(LENGTHS)).slice(0, random.of(LENGTHS))
        : 'clean';
    case 4:
      return random.below(2000) - 1000;
    default:
      return randomText(random, 4);
  }
}

/** An array of values; some have holes, getters, members, or are none at all but pass for one. */
function randomArray(random: Random, module: Module, trace: Trace): unknown {
  const list: unknown[] = random.many(random.of([1, 3, 8]), () => randomValue(random));
  switch (random.below(12)) {
    case 0:
      list.length += random.below(3);
      return list;
    case 1:
      return Object.assign(list, { member: 'not an element' });
    case 2: {
      defineGetter(list, String(random.below(3)), random, module, trace);
      return list;
    }
    case 3:
      return tracedProxy(list, random, module, trace);
    case 4:
      return Object.setPrototypeOf(list, null);
    case 5:
      return [...list, revokedProxy([])];
    default:
      return list;
  }
}

function revokedProxy(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** What the `length` of a proxied list may be: the engine asks only that it is not refused. */
const LENGTHS_OF_LISTS: readonly ((called: () => void) => unknown)[] = [
  ...[0, -0, 1, 2, 3, 1.5, 0.5, -1, Number.NaN, '2', '', 'x', true, null, undefined, 2n].map((length) => () => length),
  (called) => ({
    valueOf: () => {
      called();
      return 2;
    },
  }),
];

/**
 * A proxy that takes down what it is asked for. Its traps may call the module, and a list may lie
 * about its length.
 */
function tracedProxy<T extends object>(target: T, random: Random, module: Module, trace: Trace): T {
  const called = random.oneIn(2) ? callsBack(random, 'trap', module, trace) : () => {};
  const length = Array.isArray(target) && random.oneIn(2) ? random.of(LENGTHS_OF_LISTS) : undefined;
  return new Proxy(target, {
    get: (object, key, receiver) => {
      trace('get', key);
      called();
      return key === 'length' && length !== undefined ? length(called) : Reflect.get(object, key, receiver);
    },
    ownKeys: (object) => {
      trace('ownKeys');
      called();
      return Reflect.ownKeys(object);
    },
    getOwnPropertyDescriptor: (object, key) => {
      trace('describe', key);
      called();
      return Reflect.getOwnPropertyDescriptor(object, key);
    },
    getPrototypeOf: (object) => {
      trace('getPrototypeOf');
      called();
      return Reflect.getPrototypeOf(object);
    },
    has: (object, key) => {
      trace('has', key);
      called();
      return Reflect.has(object, key);
    },
  });
}

/** Puts a property on an object that runs code when it is read: it may fail, or call the module. */
function defineGetter(object: object, key: string, random: Random, module: Module, trace: Trace): void {
  const text = randomText(random, 4);
  const answer = tracedFunction(random, 'getter', module, trace);
  Object.defineProperty(object, key, {
    get: () => answer(text, key),
    enumerable: !random.oneIn(8),
    configurable: true,
  });
}

/** An object with properties of any kind. */
function randomRecord(random: Random, module: Module, trace: Trace): object {
  const object: Record<PropertyKey, unknown> = random.of([
    () => ({}),
    () => Object.create(null),
    () => new Instance(),
  ])();
  const count = random.oneIn(100) ? random.of([511, 1001, 4096, 4097]) : random.below(10);
  for (let index = 0; index < count; index++) {
    // Not by assignment, which would set a prototype.
    const value = random.oneIn(5) ? randomArray(random, module, trace) : randomValue(random);
    const key = random.oneIn(4) ? `${random.below(30)}` : randomText(random, 2);
    if (random.oneIn(15)) defineGetter(object, key, random, module, trace);
    else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  if (random.oneIn(20)) object[Symbol.iterator] = 'a symbol is no key of ours';
  if (random.oneIn(20)) Object.defineProperty(object, 'hidden', { value: 1, enumerable: false });
  return object;
}

const NO_RECORDS: readonly unknown[] = [
  ...[null, undefined, 'text', '', 5, Number.NaN, SHARED_FUNCTION, true, Symbol.iterator, 1n],
  ...[['a', 'b c', ['x']], [], new Date(0), new String('ab'), new Map([['a', 1]]), new Uint8Array([1, 2]), /x/],
];

/** What may be handed to `stringify`: mostly an object. */
export function randomObject(random: Random, module: Module, trace: Trace): unknown {
  if (random.oneIn(20)) return random.of(NO_RECORDS);
  const object = randomRecord(random, module, trace);
  if (random.oneIn(100)) return revokedProxy(object);
  if (random.oneIn(100)) return { revoked: revokedProxy(object), 'after\ud800': 1 };
  if (random.oneIn(100)) return { 'bad\ud800': revokedProxy(object) };
  return random.oneIn(20) ? tracedProxy(object, random, module, trace) : object;
}

/**
 * An object whose query string is about as long as a block, or longer than what is read as one
 * string.
 */
export function longObject(random: Random, module: Module, trace: Trace): unknown {
  const values = random.many(random.of([4, 24]), () => (random.oneIn(2) ? longText(random) : randomText(random)));
  if (random.oneIn(2)) return { list: values };
  const object = { ...values };
  if (random.oneIn(2)) defineGetter(object, `${random.below(values.length + 1)}`, random, module, trace);
  return object;
}
