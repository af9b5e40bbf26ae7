import { join } from 'node:path';
import { lateCalls, MUCH } from '../querystring/support/late-calls';
import { theirs } from '../support/modules';
import { NODE, testButOnWindows } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/** In a program: whether ours are loaded. */
const IS_LOADED = 'Object.keys(require.cache).some((file) => /querystring.functions\\.js$/.test(file))';

testOnNode(
  'results, calls into the program and exceptions are the same as with Node, before ours are loaded and after',
  (t) => {
    const folder = new ProgramFolder({ 'calls.cjs': lateCalls('querystring') });
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

/** Node's functions compare `unescape` with their own, so it stays. */
const ALL = ['unescapeBuffer', 'escape', 'stringify', 'encode', 'parse', 'decode'];
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
    [[false, ['decode']], LOADED, ['unescapeBuffer', 'unescape', ...ALL.slice(1, -1)]],
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

/** Functions that were taken out before there was an override. */
const EARLIER = `
const { originalModules } = require('rt-std/override');
const querystring = require('querystring');
const text = 'name=100%+Köln&é=%zz';
const shown = () => [earlier.parse(text), originalModules().querystring.parse(text), querystring.parse(text)]
  .map((result) => JSON.stringify(result));
console.log(shown());
querystring.parse(${MUCH});
console.log(shown(), ${IS_LOADED});
`;

testOnNode('Node’s own functions, taken out before, give the same results when ours are loaded', (t) => {
  const folder = new ProgramFolder({
    'earlier.cjs': "globalThis.earlier = { ...require('querystring') };",
    'program.cjs': EARLIER,
    'patches.cjs': `
      const querystring = require('querystring');
      const { unescape } = querystring;
      querystring.unescape = (text) => '<' + unescape(text) + '>';
      globalThis.earlier = { ...querystring };`,
  });
  t.teardown(() => folder.remove());
  for (const first of ['./earlier.cjs', './patches.cjs']) {
    const { stdout, stderr } = folder.node(['--require', first, '--require', 'rt-std/override', 'program.cjs']);
    const lists = stdout.replaceAll(/'|\s+/g, '').split(/(?<=\])/);
    t.deepEqual([lists.length, stderr], [3, '']);
    t.deepEqual([lists[1], lists[2]], [lists[0], 'true'], first);
    t.is(new Set(lists[0]?.match(/\{.*?\}/g)).size, 1, first);
  }
});
