import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testOnNode } from '../support/same-as-node';
import { Copy, copyWithOtherCode, messageOf, OTHER, USUAL } from './code-cache-copy';

/** What Node writes with `NODE_V8_COVERAGE`. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: unknown }[];
}

testOnNode('a process runs the code that an earlier one has kept', (t) => {
  const copy = copyWithOtherCode(t);
  t.is(messageOf(copy.run()), OTHER);
});

testOnNode('the entry by itself runs the kept code, and keeps it', (t) => {
  const copy = copyWithOtherCode(t);
  t.is(copy.runEntry(), OTHER);
  t.is(copy.runEntry({ NODE_OPTIONS: '--require node:fs' }), OTHER);
  for (const disabled of ['code-cache', 'all']) t.is(copy.runEntry({ RT_STD_DISABLE: disabled }), USUAL);
  t.is(copy.runEntry({}, ['--stack-size=900']), USUAL);
  // Node reads the maps of this package for whoever asks for them, and so has to load it.
  t.is(copy.runEntry({}, ['--enable-source-maps']), USUAL);

  rmSync(copy.cache, { recursive: true });
  t.is(copy.runEntry(), USUAL);
  t.deepEqual([...copy.kept()].length, 1);
  const before = copy.kept();
  t.is(copy.runEntry(), USUAL);
  t.deepEqual(copy.kept(), before);
});

/** Each read gives a little; at the end, the text of a function is looked at. */
const SLOW_READS = `
  const fs = require('node:fs');
  const { readSync } = fs;
  fs.readSync = (descriptor, bytes, offset, length, position) =>
    readSync(descriptor, bytes, offset, Math.min(length, 1000), position);
  process.on('exit', () => {
    if (!String(require('node:child_process').ChildProcess.prototype.spawn).endsWith('}')) process.exitCode = 9;
  });
`;

testOnNode('a text is read to its end, however little each read gives', (t) => {
  const copy = copyWithOtherCode(t);
  const preload = join(copy.path, 'slow-reads.cjs');
  writeFileSync(preload, SLOW_READS);
  t.is(messageOf(copy.run({ NODE_OPTIONS: `--require ${preload}` })), OTHER);
});

const WITHOUT: Record<string, [NodeJS.ProcessEnv, string[]?]> = {
  'RT_STD_DISABLE=code-cache': [{ RT_STD_DISABLE: 'live-environment,code-cache' }],
  'RT_STD_DISABLE=all': [{ RT_STD_DISABLE: 'all' }],
  'a flag of V8': [{}, ['--stack-size=900']],
  'a flag of V8 in NODE_OPTIONS': [{ NODE_OPTIONS: '--title=x --stack-trace-limit=9' }],
};

testOnNode('the code is not used where Node has to see the text', (t) => {
  const copy = copyWithOtherCode(t);
  const before = copy.kept();
  for (const [title, [environment, args]] of Object.entries(WITHOUT)) {
    t.is(messageOf(copy.run(environment, args)), USUAL, title);
    t.deepEqual(copy.kept(), before, title);
  }
});

/** The first is on no list, the next two are options that `node --test` gives its children. */
const HARMLESS = [
  '--max-http-header-size=20000',
  '--node-snapshot',
  '--stack-trace-limit=10',
  '--title=x',
  '--trace-uncaught',
  '--preserve-symlinks',
  '--inspect-port=0',
  '--test-only',
];

testOnNode("options that change nothing in V8's code leave it in use", (t) => {
  const copy = copyWithOtherCode(t);
  t.is(messageOf(copy.run({ NODE_OPTIONS: HARMLESS.join(' ') })), OTHER);
  for (const option of HARMLESS) t.is(messageOf(copy.run({}, [option])), OTHER, option);
});

testOnNode('an option that is on no list keeps nothing for other processes', (t) => {
  const copy = new Copy(t);
  for (const option of ['--max-http-header-size=20000', '--stack-size=900']) {
    t.is(messageOf(copy.run({}, [option])), USUAL, option);
    t.throws(() => copy.kept(), { code: 'ENOENT' }, option);
  }
});

testOnNode('the files that Node tests by themselves, with some thirty options, use the code', (t) => {
  const copy = copyWithOtherCode(t);
  const output = join(copy.path, 'output');
  const text = `
    const { execFile } = require('node:child_process');
    execFile('false', ({ message }) => require('node:fs').writeFileSync(process.env.OUTPUT, message));
  `;
  const tested = join(copy.path, 'one.test.cjs');
  writeFileSync(tested, text);
  copy.run({ NODE_OPTIONS: `--require ${copy.override}`, OUTPUT: output }, ['--test', tested]);
  t.is(readFileSync(output, 'utf8').trim(), OTHER);
});

testOnNode('the sizes of the heap leave the code in use on those versions on which it is the same with them', (t) => {
  const copy = copyWithOtherCode(t);
  const before = copy.kept();
  const tagOf = (...args: string[]): string =>
    execFileSync(process.execPath, [...args, '--print', 'v8.cachedDataVersionTag()'], { encoding: 'utf8' });
  for (const option of ['--max-old-space-size=512', '--max-semi-space-size=32']) {
    t.is(messageOf(copy.run({ NODE_OPTIONS: option })), tagOf(option) === tagOf() ? OTHER : USUAL, option);
    t.deepEqual(copy.kept(), before, option);
  }
});

testOnNode(
  'where coverage is measured, the code is used and not written, and a program is covered as without it',
  (t) => {
    const copy = copyWithOtherCode(t);
    const before = copy.kept();
    const folder = join(copy.path, 'coverage');
    t.is(messageOf(copy.run({ NODE_V8_COVERAGE: folder })), OTHER);
    t.deepEqual(copy.kept(), before);
    rmSync(copy.cache, { recursive: true });
    t.is(messageOf(copy.run({ NODE_V8_COVERAGE: folder })), USUAL);
    t.throws(() => copy.kept(), { code: 'ENOENT' });
    const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage);
    const ofProgram = reports.flatMap(({ result }) => result.filter(({ url }) => url.endsWith('/program.cjs')));
    t.is(ofProgram.length, 2);
    copy.run({ NODE_V8_COVERAGE: join(copy.path, 'plain'), RT_STD_DISABLE: 'code-cache' });
    const [plain] = readdirSync(join(copy.path, 'plain'));
    const { result } = JSON.parse(readFileSync(join(copy.path, 'plain', plain as string), 'utf8')) as Coverage;
    const expected = result.find(({ url }) => url.endsWith('/program.cjs'))?.functions;
    for (const { functions } of ofProgram) t.deepEqual(functions, expected);
  },
);

testOnNode('with source maps the code is used, and the sources of this package are shown without it', (t) => {
  const copy = copyWithOtherCode(t);
  t.is(messageOf(copy.run({ NODE_OPTIONS: '--no-warnings --enable-source-maps' })), OTHER);
  const args = ['--enable-source-maps'];
  const used = copy.run({}, args);
  t.is(messageOf(used), OTHER);
  const plain = copy.run({ RT_STD_DISABLE: 'code-cache' }, args);
  t.is(messageOf(plain), USUAL);
  const stackOf = (text: string): string => (JSON.parse(text) as { stack: string[] }).stack.join('\n');
  t.regex(stackOf(used), /dist.child_process.functions\.js:\d+/);
  t.regex(stackOf(plain), /ts.child_process.arguments.\S+\.ts:\d+/);
});

testOnNode('a program sees no difference', (t) => {
  const copy = new Copy(t);
  const plain = copy.run({ RT_STD_DISABLE: 'code-cache' });
  t.is(messageOf(plain), USUAL);
  t.is(copy.run(), plain, 'the process that keeps the code');
  t.is(copy.run(), plain, 'a later one');
});

testOnNode('a copy of the package, with what was kept, shows its own path', (t) => {
  const [first, second] = [new Copy(t), new Copy(t)];
  first.run();
  cpSync(first.cache, second.cache, { recursive: true });
  const { stack } = JSON.parse(second.run()) as { stack: string[] };
  for (const line of stack) t.true(line.includes(second.bundle), line);
});

/** What is done to the text of a bundle by hand, after a process has kept its code. */
const EDITS: Record<string, (text: string) => string> = {
  'of the same length': (text) => text.replace('Command failed: ', 'KOMMAND failed: '),
  'longer, in front of all functions': (text) =>
    text.replace('\n', '\n// A remark.\n').replace('Command failed: ', 'KOMMAND failed: '),
};

for (const [title, edit] of Object.entries(EDITS)) {
  testOnNode(`a bundle that was changed is run as it is: ${title}`, (t) => {
    const copy = new Copy(t);
    t.is(messageOf(copy.run()), USUAL);
    writeFileSync(copy.bundle, edit(readFileSync(copy.bundle, 'latin1')));
    for (let count = 0; count < 2; count++) t.is(messageOf(copy.run()), 'KOMMAND failed: false');
  });
}
