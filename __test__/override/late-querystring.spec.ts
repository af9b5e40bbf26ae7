import { join } from 'node:path';
import { theirs } from '../support/modules';
import { NODE, testButOnWindows } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** In a program: more than Node's functions are given before ours are loaded, by far. */
const MUCH = "'m'.repeat(300_000)";
/** In a program: whether ours are loaded. */
const IS_LOADED = "Object.keys(require.cache).some((file) => file.endsWith('our-querystring.js'))";

/**
 * Calls with everything that a program can put in their way, before and behind the moment in which
 * ours take the place, and in its midst: a decoder that parses much itself. Prints what came.
 */
const CALLS = `
const querystring = require('querystring');
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
}
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

testOnNode(
  'results, calls into the program and exceptions are the same as with Node, before ours are loaded and after',
  (t) => {
    const folder = new ProgramFolder({ 'calls.cjs': CALLS });
    t.teardown(() => folder.remove());
    const plain = folder.node(['calls.cjs']);
    t.is(plain.stderr, '');
    for (const disabled of ['', 'late-querystring', 'all']) {
      const { stdout, stderr } = folder.node(['--require', 'rt-std/override', 'calls.cjs'], {
        RT_STD_DISABLE: disabled,
      });
      t.deepEqual([JSON.parse(stdout), stderr], [JSON.parse(plain.stdout), ''], disabled);
    }
  },
);

/** Prints behind each step whether ours are loaded, and which functions of the exports changed. */
const program = (...steps: readonly string[]): string => `
const querystring = require('querystring');
const before = { ...querystring };
const names = Object.keys(querystring).join();
const isLoaded = () => ${IS_LOADED};
const seen = [];
for (const step of [${steps.map((step) => `() => ${step}`).join(', ')}]) {
  step();
  seen.push([isLoaded(), Object.keys(before).filter((name) => before[name] !== querystring[name])]);
}
if (Object.keys(querystring).join() !== names) seen.push(Object.keys(querystring));
console.log(JSON.stringify(seen));
`;

const ALL = ['unescapeBuffer', 'unescape', 'escape', 'stringify', 'encode', 'parse', 'decode'];
const NOTHING = [false, []];
const LOADED = [true, ALL];

const STEPS: Record<string, [steps: string[], seen: unknown[]]> = {
  'a few calls load nothing': [
    ["querystring.parse('a=1')", "querystring.stringify({ a: 'ü' })", "querystring.escape('ü')"],
    [NOTHING, NOTHING, NOTHING],
  ],
  'one long text loads ours at once': [[`querystring.parse(${MUCH})`], [LOADED]],
  'many short texts load ours, once': [
    [
      "querystring.parse('a=1')",
      "{ for (let i = 0; i < 10_000; i++) querystring.parse('a=1'); }",
      'querystring.parse()',
    ],
    [NOTHING, LOADED, LOADED],
  ],
  'what stringify has written counts': [
    [`querystring.stringify({ a: ${MUCH} })`, 'querystring.stringify({})'],
    [NOTHING, LOADED],
  ],
  'a function that a program has deleted is not there again': [
    ['delete querystring.decode', `querystring.parse(${MUCH})`],
    [[false, ['decode']], LOADED, ALL.slice(0, -1)],
  ],
  'a function that a program has put there stays': [
    ["querystring.escape = () => 'mine'", `querystring.parse(${MUCH})`],
    [[false, ['escape']], LOADED],
  ],
};

testOnNode('ours are loaded when there is much to read or to write', (t) => {
  const files = Object.entries(STEPS).map(([title, [steps]]) => [`${title}.cjs`, program(...steps)] as const);
  const folder = new ProgramFolder(Object.fromEntries(files));
  t.teardown(() => folder.remove());
  for (const [title, [, seen]] of Object.entries(STEPS)) {
    const args = ['--require', 'rt-std/override', `${title}.cjs`];
    t.deepEqual(JSON.parse(folder.node(args).stdout), seen, title);
    const [first] = JSON.parse(folder.node(args, { RT_STD_DISABLE: 'late-querystring' }).stdout);
    t.deepEqual(first, title.startsWith('a function') ? seen[0] : LOADED, `${title}, turned off`);
  }
});

const SCARCE = `
const { closeSync, openSync } = require('node:fs');
const querystring = require('querystring');
const much = ${MUCH};
const isLoaded = () => ${IS_LOADED};
const open = [];
try {
  for (;;) open.push(openSync('/dev/null'));
} catch {}
const seen = [Object.keys(querystring.parse(much)).length, isLoaded()];
for (const descriptor of open) closeSync(descriptor);
console.log(...seen, Object.keys(querystring.parse(much)).length, isLoaded());
`;

testButOnWindows(
  'where ours cannot be loaded for want of a descriptor, Node’s go on, and ours are loaded later',
  'it has no limit of descriptors that a program could reach',
  (t) => {
    const folder = new ProgramFolder({ 'scarce.cjs': SCARCE });
    t.teardown(() => folder.remove());
    const preload = ['--require', join(PACKAGE, 'dist', 'override', 'index.js')];
    const run = theirs.spawnSync('sh', ['-c', 'ulimit -n 200 && exec "$@"', 'sh', NODE, ...preload, 'scarce.cjs'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    t.deepEqual([run.stdout, run.stderr], ['1 false 1 true\n', '']);
  },
);
