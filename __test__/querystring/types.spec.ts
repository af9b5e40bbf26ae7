import type * as node from 'node:querystring';
import test from 'ava';
import { expectTypeOf } from 'expect-type';
import standard from 'rt-std/querystring';
import native from 'rt-std/querystring/native';
import wasm from 'rt-std/querystring/wasm';

// Most of this is checked by the compiler: a wrong declaration fails `tsc -p __test__`.

type Own = typeof standard;

test('results and inputs are those of @types/node, both ways', (t) => {
  expectTypeOf<standard.ParsedUrlQuery>().toExtend<node.ParsedUrlQuery>();
  expectTypeOf<node.ParsedUrlQuery>().toExtend<standard.ParsedUrlQuery>();
  expectTypeOf<standard.ParsedUrlQueryInput>().toExtend<node.ParsedUrlQueryInput>();
  expectTypeOf<node.ParsedUrlQueryInput>().toExtend<standard.ParsedUrlQueryInput>();
  expectTypeOf<standard.ParsedUrlQuery>().toExtend<standard.ParsedUrlQueryInput>();
  expectTypeOf<standard.ParseOptions>().toExtend<node.ParseOptions>();
  expectTypeOf<node.ParseOptions>().toExtend<standard.ParseOptions>();
  expectTypeOf<standard.StringifyOptions>().toExtend<node.StringifyOptions>();
  expectTypeOf<node.StringifyOptions>().toExtend<standard.StringifyOptions>();
  expectTypeOf<standard.ParsedUrlQuery[string]>().toEqualTypeOf<string | string[] | undefined>();
  expectTypeOf<standard.ParsedUrlQueryInput[string]>().toEqualTypeOf<
    string | number | boolean | bigint | readonly (string | number | boolean | bigint)[] | null | undefined
  >();
  t.pass();
});

test('the module is assignable to that of @types/node, function by function', (t) => {
  expectTypeOf<Own>().toExtend<typeof node>();
  expectTypeOf<typeof node.parse>().toExtend<(text: string) => standard.ParsedUrlQuery>();
  expectTypeOf<Own['parse']>().toExtend<typeof node.parse>();
  expectTypeOf<Own['decode']>().toEqualTypeOf<Own['parse']>();
  expectTypeOf<Own['stringify']>().toExtend<typeof node.stringify>();
  expectTypeOf<Own['encode']>().toEqualTypeOf<Own['stringify']>();
  expectTypeOf<Own['escape']>().toEqualTypeOf<typeof node.escape>();
  expectTypeOf<Own['unescape']>().toEqualTypeOf<typeof node.unescape>();
  // `@types/node` does not declare it.
  expectTypeOf<Own['unescapeBuffer']>().toEqualTypeOf<(text: string, decodeSpaces?: boolean) => Uint8Array>();
  t.pass();
});

test('every entry has the same types', (t) => {
  expectTypeOf(native).toEqualTypeOf(standard);
  expectTypeOf(wasm).toEqualTypeOf(standard);
  expectTypeOf<wasm.ParsedUrlQueryInput>().toEqualTypeOf<standard.ParsedUrlQueryInput>();
  expectTypeOf<native.ParsedUrlQuery>().toEqualTypeOf<standard.ParsedUrlQuery>();
  t.pass();
});

test('calls that programs make are accepted', (t) => {
  interface Query {
    page: number;
    tags?: string[];
  }
  const query: Query = { page: 2, tags: ['a', 'b'] };
  t.is(standard.stringify({ ...query }), 'page=2&tags=a&tags=b');
  t.is(standard.stringify({ a: ['x', 1, true, 2n], b: null, c: undefined } as const), 'a=x&a=1&a=true&a=2&b=&c=');
  t.is(standard.stringify(), '');
  t.is(standard.stringify({ a: 1 }, ';', ':', {}), 'a:1');
  t.is(standard.stringify({ a: 1 }, null, null, { encodeURIComponent: (text) => `<${text}>` }), '<a>=<1>');
  t.is(standard.stringify(standard.parse('a=1&a=2')), 'a=1&a=2');
  const parsed = standard.parse('a=1', undefined, null, { maxKeys: 1, decodeURIComponent: undefined });
  expectTypeOf(parsed.a).toEqualTypeOf<string | string[] | undefined>();
  t.is(parsed.a, '1');
  const replaceable: { escape: (text: string) => string } = { ...standard };
  replaceable.escape = (text) => text;
  t.pass();
});

test('calls that the declarations refuse', (t) => {
  // @ts-expect-error a text is needed
  t.deepEqual({ ...standard.parse() }, {});
  // @ts-expect-error no text
  t.deepEqual({ ...standard.parse(5) }, {});
  // @ts-expect-error the limit is a number
  standard.parse('a', null, null, { maxKeys: '5' });
  // @ts-expect-error a decoder returns text
  standard.parse('a', null, null, { decodeURIComponent: () => 5 });
  // @ts-expect-error an encoder returns text
  standard.stringify({}, null, null, { encodeURIComponent: () => 5 });
  // @ts-expect-error nothing that stringify would leave out
  t.is(standard.stringify({ a: {} }), 'a=');
  // @ts-expect-error no function
  t.is(standard.stringify({ a: () => 1 }), 'a=');
  // @ts-expect-error no symbol
  t.throws(() => standard.escape(Symbol('s')), { instanceOf: TypeError });
  // @ts-expect-error no nested array
  t.is(standard.stringify({ a: [['b']] }), 'a=');
});
