/** In a program: more than Node's functions are given before ours are loaded, by far. */
export const MUCH = "'m'.repeat(300_000)";

/**
 * Calls with everything that a program can put in their way, before and behind the moment in which
 * ours take the place, and in its midst: a decoder that parses much itself. Prints what came.
 *
 * @param specifier - of the module
 */
export const lateCalls = (specifier: string): string => `
const querystring = require('${specifier}');
const much = ${MUCH};
const results = [];
const taken = { ...querystring };
const shown = (value) => (typeof value === 'string' ? value.slice(0, 100) : { ...value });
function note(call) {
  const events = [];
  try {
    results.push([shown(call((event) => events.push(event))), events]);
  } catch (error) {
    results.push([error.name, error.code, error.message, events]);
  }
}
const watched = (target, say) => new Proxy(target, {
  get(of, key, receiver) { say('get ' + String(key)); return Reflect.get(of, key, receiver); },
  ownKeys(of) { say('keys'); return Reflect.ownKeys(of); },
  getOwnPropertyDescriptor(of, key) { say('descriptor ' + String(key)); return Reflect.getOwnPropertyDescriptor(of, key); },
});
const fails = () => { throw new RangeError('of the program'); };
function all(functions) {
  const { parse, decode, stringify, encode, escape, unescape, unescapeBuffer } = functions;
  for (const text of ['a=1&a=2&b=%C3%BC&%=%zz&+=+', 'é%80+%80=x', '', undefined, null, 7, {}, ['a=1'], { length: 5 }])
    note(() => parse(text));
  note(() => parse('a:1;b:2;c:3', ';', ':', { maxKeys: 2 }));
  note((say) => parse('a=%41&b=%42', null, null, watched({ decodeURIComponent: (text) => (say(text), 'x') }, say)));
  note(() => parse('name=100%+Köln&é=%zz', null, null, { decodeURIComponent: unescape }));
  note(() => Object.values(functions).map((value) => value.name).join());
  note(() => parse('a=%41', '&', '=', { decodeURIComponent: fails }));
  note(() => parse('a=%41', '&', '=', { get decodeURIComponent() { return fails(); } }));
  note(() => decode('constructor=1&__proto__=2'));
  note((say) => stringify(watched({ a: ['ü', 1, true, 2n, null, undefined, {}], b: 'x y', __proto__: { c: 1 } }, say)));
  note(() => stringify({ a: 'ü' }, ';', ':', { encodeURIComponent: (text) => '<' + text + '>' }));
  note(() => stringify({ a: '\\ud800' }));
  note(() => stringify({ get a() { return fails(); } }));
  note(() => stringify({ a: Symbol('s') }));
  note(() => encode({ a: [], b: [''] }));
  for (const value of [undefined, null, 'text']) note(() => stringify(value));
  note(() => escape({ toString: () => 'ü' }));
  note(() => escape(Symbol('s')));
  note(() => unescape('%zz%41'));
  note(() => unescapeBuffer('a+%20', true).toString());
}
function allWays() {
  all(querystring);
  all(taken);
  const { escape, unescape, parse } = querystring;
  querystring.escape = (text) => '[' + text + ']';
  querystring.unescape = (text) => '{' + text + '}';
  all(querystring);
  Object.assign(querystring, { escape, unescape, parse: (...values) => ({ mine: parse(...values) }) });
  note(() => querystring.parse('a=1').mine);
  querystring.parse = parse;
  const now = { ...querystring };
  Object.assign(querystring, taken);
  note(() => querystring.parse('name=100%+Köln&é=%zz'));
  all(querystring);
  querystring.unescapeBuffer = (text) => '|' + text + '|';
  note(() => querystring.parse('name=100%+Köln&é=%zz'));
  note(() => taken.parse('name=100%+Köln&é=%zz', null, null, { decodeURIComponent: now.unescape }));
  Object.assign(querystring, now);
}
// Without options, which load ours at once in the entry by itself.
note(() => querystring.parse('a=%41&b=%C3%BC', ';', null));
note((say) => querystring.stringify(watched({ a: ['ü', 1, {}], b: 'x y', __proto__: { c: 1 } }, say), ';', ':'));
note(() => querystring.stringify({ get a() { querystring.escape = (text) => '[' + text + ']'; return 'ü'; }, b: 'ü' }));
querystring.escape = taken.escape;
note(() => querystring.stringify({ get a() { return fails(); } }));
note(() => querystring.stringify({ a: '\\ud800' }));
note(() => querystring.stringify({ get a() { return Object.keys(querystring.parse(much)).length; }, b: 'ü' }));
allWays();
let isInside = false;
note(() => querystring.parse('a=%41&b=%42&c=3', '&', '=', {
  decodeURIComponent(text) {
    if (!isInside) {
      isInside = true;
      querystring.parse(much);
      querystring.stringify({ a: much });
    }
    return decodeURIComponent(text).toLowerCase();
  },
}));
allWays();
console.log(JSON.stringify(results));
`;
