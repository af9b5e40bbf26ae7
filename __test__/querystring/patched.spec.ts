import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { BACKENDS, backends, type Module, oracle } from './support/backends';
import { withoutEach } from './support/without-fast-paths';

const LONG = 'k%C3%A9y=v+lue%2c&'.repeat(3000);
const OBJECT = { a: 1, 'é ü': ['x', 'y z', 2n, true, null, '😀'], long: 'x é'.repeat(300), 'last one': 1e21 };
const MANY = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, `välue ${index}`]));
const decode = (text: string): string => `<${text}>`;

/** What is compared while a built-in is replaced: no built-in is called here. */
function results(module: Module): unknown[] {
  return [
    module.parse('a=1&b=%41&b=%C3%A9+x&c&é=%FF&=&%zz=ü&a=2&a=3'),
    module.parse('plain=value&other=value that is longer than sixteen characters%20'),
    module.parse('a:1;;b:2;;c:%41+x', ';;', ':'),
    module.parse('a=%41+b&c=é', null, null, { decodeURIComponent: decode, maxKeys: 5 }),
    module.parse(LONG, null, null, { maxKeys: 0 }),
    module.parse(`a=${LONG}`, ';', '=', { maxKeys: 0 }),
    module.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }),
    module.stringify(OBJECT),
    module.stringify(MANY),
    module.stringify({ a: 1, 'b c': 'plain', last: true }),
    module.stringify(OBJECT, ';', ':'),
    module.escape('a b é 漢 😀 !'),
    module.escape(LONG),
    module.unescape('a%41%C3%A9'),
    module.unescape(LONG),
  ];
}

const PATCHED: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'String.prototype',
    String.prototype,
    'charCodeAt codePointAt slice includes indexOf padEnd charAt at substring split replace startsWith endsWith toString valueOf concat'.split(
      ' ',
    ),
  ],
  ['String', String, ['fromCharCode', 'fromCodePoint']],
  ['Array.prototype', Array.prototype, 'push pop fill join concat slice map forEach indexOf flatMap'.split(' ')],
  ['Array', Array, ['isArray', 'from', 'of']],
  ['Object', Object, 'keys create entries assign defineProperty getPrototypeOf freeze'.split(' ')],
  ['Object.prototype', Object.prototype, 'hasOwnProperty toString valueOf'.split(' ')],
  ['Number', Number, ['isFinite', 'isInteger', 'isNaN']],
  ['Math', Math, ['max', 'min', 'floor', 'ceil', 'trunc', 'abs']],
  [
    'DataView.prototype',
    DataView.prototype,
    'setUint8 getUint8 setInt32 getInt32 setUint32 getUint32 setUint16'.split(' '),
  ],
  [
    '%TypedArray%.prototype',
    Object.getPrototypeOf(Uint8Array.prototype),
    'subarray set slice fill copyWithin'.split(' '),
  ],
  ['Uint8Array', Object.getPrototypeOf(Uint8Array), ['from', 'of']],
  ['TextEncoder.prototype', TextEncoder.prototype, ['encodeInto', 'encode']],
  ['TextDecoder.prototype', TextDecoder.prototype, ['decode']],
  ['Map.prototype', Map.prototype, ['get', 'set', 'has']],
  ['WeakRef.prototype', WeakRef.prototype, ['deref']],
  ['Function.prototype', Function.prototype, ['call', 'apply', 'bind']],
  ['Reflect', Reflect, ['apply', 'ownKeys', 'get']],
  [
    'Buffer.prototype',
    Buffer.prototype,
    'latin1Slice latin1Write ucs2Slice ucs2Write utf8Write utf8Slice write'.split(' '),
  ],
];

const USUAL = results(oracle);

/**
 * The first result that is neither what Node's module gives at the same time nor what it gives when
 * nothing is replaced; -1 when there is none.
 */
function same(theirs: readonly unknown[], ours: readonly unknown[]): number {
  return USUAL.findIndex(
    (usual, index) => !isDeepStrictEqual(ours[index], usual) && !isDeepStrictEqual(ours[index], theirs[index]),
  );
}

const plainWays = withoutEach();

async function moduleOf(name: string): Promise<Module> {
  const found = [...(await backends()), ...plainWays].find((tested) => tested.name === name);
  return found?.module as Module;
}

/** What Node's module gives, by what is replaced: it is the same beside each of ours. */
const given: Record<string, unknown[]> = Object.create(null);

/**
 * What Node's module and ours give, and what ours throws. Nothing here calls what may be replaced.
 */
function resultsOfBoth(tested: Module, what: string): { theirs: unknown[]; ours: unknown[]; failed: unknown } {
  const both: ReturnType<typeof resultsOfBoth> = { theirs: [], ours: [], failed: undefined };
  try {
    given[what] ??= results(oracle);
    both.theirs = given[what];
  } catch {}
  try {
    both.ours = results(tested);
  } catch (error) {
    both.failed = error;
  }
  return both;
}

for (const name of [...BACKENDS, ...plainWays.map((tested) => tested.name)]) {
  for (const [owner, object, names] of PATCHED) {
    test.serial(`${name}: a replaced function of ${owner} changes results only where it changes Node's`, async (t) => {
      const tested = await moduleOf(name);
      for (const member of names) {
        const descriptor = Object.getOwnPropertyDescriptor(object, member);
        if (descriptor === undefined) continue;
        // What is made at the first need is made now, and not only once.
        tested.escape(String.fromCodePoint(0x3000 + names.indexOf(member) * 128));
        const replaced = { ...descriptor, value: () => 'replaced' };
        Object.defineProperty(object, member, replaced);
        const { theirs, ours, failed } = resultsOfBoth(tested, `${owner}.${member}`);
        restore(object, member, descriptor);
        t.is(failed, undefined, `${owner}.${member}`);
        t.is(same(theirs, ours), -1, `${owner}.${member}`);
      }
    });
  }

  test.serial(`${name}: what Object.prototype has is not taken for a member of ours`, async (t) => {
    const tested = await moduleOf(name);
    const names =
      'get set value writable $parseText $isEnabled $takePlain $prefix $wideFactor maxKeys pop $latin1 encodeURIComponent';
    for (const member of names.split(' ')) {
      // biome-ignore lint/suspicious/noExplicitAny: any name
      const prototype = Object.prototype as any;
      prototype[member] = () => true;
      const { theirs, ours, failed } = resultsOfBoth(tested, `Object.prototype has ${member}`);
      delete prototype[member];
      t.is(failed, undefined, member);
      t.is(same(theirs, ours), -1, member);
    }
  });
}

// Kept: `Object.defineProperty` may be what was replaced.
const { defineProperty } = Object;

function restore(object: object, member: string, descriptor: PropertyDescriptor): void {
  defineProperty(object, member, descriptor);
}
