import { theirs } from '../support/modules';
import { NODE } from '../support/portable';
import { ProgramFolder } from '../support/program';
import { IS_NODE, testOnNode } from '../support/same-as-node';
import { testWhere } from '../support/test-where';
import { lateCalls, MUCH } from './support/late-calls';

const IS_LOADED = 'Object.keys(require.cache).some((file) => /querystring.functions\\.js$/.test(file))';

testOnNode(
  'results, calls into the program and exceptions are the same as with Node, before ours are loaded and after',
  (t) => {
    const folder = new ProgramFolder({
      'nodes.cjs': lateCalls('querystring'),
      'ours.cjs': lateCalls('rt-std/querystring'),
      'native.cjs': lateCalls('rt-std/querystring/native'),
    });
    t.teardown(() => folder.remove());
    const { stdout: expected, stderr } = folder.node(['nodes.cjs']);
    t.is(stderr, '');
    for (const [program, disabled] of [
      ['ours.cjs', ''],
      ['ours.cjs', 'late-querystring'],
      ['ours.cjs', 'all'],
      ['native.cjs', ''],
    ] as const) {
      const outcome = folder.node([program], { RT_STD_DISABLE: disabled });
      t.deepEqual([JSON.parse(outcome.stdout), outcome.stderr], [JSON.parse(expected), ''], `${program} ${disabled}`);
    }
  },
);

/** Prints behind each step whether ours are loaded, and what the last one gave. */
const program = (...steps: readonly string[]): string => `
const querystring = require('rt-std/querystring');
const nodes = require('node:querystring');
const { parse, stringify } = querystring;
const much = ${MUCH};
const seen = [];
for (const step of [${steps.map((step) => `() => ${step}`).join(', ')}]) {
  const value = step();
  seen.push([${IS_LOADED}, value]);
}
console.log(JSON.stringify(seen));
`;

const STEPS: Record<string, [steps: string[], seen: unknown[]]> = {
  'a few calls load nothing': [
    ["querystring.parse('a=1').a", "querystring.stringify({ a: 'ü' })", "parse('a:%41', null, ':').a"],
    [
      [false, '1'],
      [false, 'a=%C3%BC'],
      [false, 'A'],
    ],
  ],
  'much to read loads ours, and they take their place': [
    ["typeof querystring.parse(much + '=1')[much]", 'querystring.parse === parse', "parse('a=%41').a"],
    [
      [true, 'string'],
      [true, false],
      [true, 'A'],
    ],
  ],
  'many short texts do': [
    ["{ for (let i = 0; i < 10_000; i++) querystring.parse('a=1'); return 1 }", 'querystring.decode === parse'],
    [
      [true, 1],
      [true, false],
    ],
  ],
  'options do, whose getters may change everything': [
    ["querystring.parse('a=1&b=2', '&', '=', { maxKeys: 1 })"],
    [[true, { a: '1' }]],
  ],
  'a separator that is an object does': [
    ["querystring.parse('a=1;b=2', { toString() { querystring.unescape = () => 'mine'; return ';'; } }).mine"],
    [[true, ['mine', 'mine']]],
  ],
  'a text by itself does': [["querystring.escape('ü')"], [[true, '%C3%BC']]],
  'a function that a program has replaced is called': [
    [
      "(querystring.escape = () => 'mine', stringify({ a: 'ü' }))",
      "(querystring.unescape = () => 'u', parse('%41').u)",
    ],
    [
      [true, 'mine=mine'],
      [true, ''],
    ],
  ],
  "what is replaced in Node's module is of no interest": [
    ["(nodes.unescape = () => 'theirs', parse('%41').A)", "(nodes.escape = () => 'theirs', stringify({ ü: 1 }))"],
    [
      [true, ''],
      [true, '%C3%BC=1'],
    ],
  ],
  'frozen exports keep their functions, which pass everything on': [
    [
      "(querystring.escape = () => 'mine', Object.freeze(querystring), typeof querystring.parse(much)[much])",
      "querystring.stringify({ a: 'ü' })",
      "[querystring.parse === parse, parse('a=%41').a]",
    ],
    [
      [true, 'string'],
      [true, 'mine=mine'],
      [true, [true, 'A']],
    ],
  ],
};

testOnNode('ours are loaded when there is much to do, or when a program may see whose functions work', (t) => {
  const files = Object.entries(STEPS).map(([title, [steps]]) => {
    const bodies = steps.map((step) => (step.startsWith('{ ') ? step : `(${step})`));
    return [`${title}.cjs`, program(...bodies)] as const;
  });
  const folder = new ProgramFolder(Object.fromEntries(files));
  t.teardown(() => folder.remove());
  for (const [title, [, seen]] of Object.entries(STEPS)) {
    const { stdout, stderr } = folder.node([`${title}.cjs`]);
    t.deepEqual([stderr, JSON.parse(stdout || '[]')], ['', seen], title);
    const atOnce = JSON.parse(folder.node([`${title}.cjs`], { RT_STD_DISABLE: 'late-querystring' }).stdout);
    t.true(atOnce.every(([isLoaded]: [boolean]) => isLoaded));
  }
});

const REPLACED = `
const nodes = require('node:querystring');
nodes.unescape = function qsUnescape(text) { return 'theirs'; };
const { parse } = require('rt-std/querystring');
console.log(${IS_LOADED}, parse('%41').A);
`;

const OTHER_REALM = `
const { createContext, runInContext } = require('node:vm');
const context = createContext({ require, console });
runInContext("const qs = require('rt-std/querystring'); globalThis.made = qs.parse('a=1&a=2').a", context);
const wrapped = runInContext('(text) => Function("exports", "require", "module", "__filename", "__dirname", text)', context);
const file = require.resolve('rt-std/querystring');
const own = { exports: {} };
const text = require('node:fs').readFileSync(file, 'utf8');
wrapped(text)(own.exports, require('node:module').createRequire(file), own, file, require('node:path').dirname(file));
console.log(${IS_LOADED}, own.exports.parse('a=1&a=2').a.join());
`;

testOnNode("ours are loaded at once where Node's functions are not Node's, and in another realm", (t) => {
  const folder = new ProgramFolder({ 'replaced.cjs': REPLACED, 'other-realm.cjs': OTHER_REALM });
  t.teardown(() => folder.remove());
  t.deepEqual(
    ['replaced.cjs', 'other-realm.cjs'].map((file) => folder.node([file])).map(({ stdout, stderr }) => stdout + stderr),
    ['true \n', 'true 1,2\n'],
  );
});

const SCARCE = `
const { closeSync, openSync } = require('node:fs');
const querystring = require('rt-std/querystring');
const much = ${MUCH};
const open = [];
try {
  for (;;) open.push(openSync('/dev/null'));
} catch {}
const isLoaded = () => ${IS_LOADED};
const seen = [Object.keys(querystring.parse(much)).length, querystring.escape('ü'), isLoaded()];
for (const descriptor of open) closeSync(descriptor);
console.log(...seen, Object.keys(querystring.parse(much)).length, isLoaded());
`;

testWhere(IS_NODE && process.platform !== 'win32', 'it needs Node, and a limit of descriptors')(
  'where ours cannot be loaded for want of a descriptor, Node’s go on, and ours are loaded later',
  (t) => {
    const folder = new ProgramFolder({ 'scarce.cjs': SCARCE });
    t.teardown(() => folder.remove());
    const run = theirs.spawnSync('sh', ['-c', 'ulimit -n 200 && exec "$@"', 'sh', NODE, 'scarce.cjs'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    t.deepEqual([run.stdout, run.stderr], ['1 %C3%BC false 1 true\n', '']);
  },
);
