import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { PACKAGE, ProgramFolder } from '../support/program';

const RT = join(PACKAGE, 'dist', 'command', 'rt.js');

function run(files: Record<string, string>, args: readonly string[], input = '') {
  const folder = new ProgramFolder(files);
  const outcome = folder.node([RT, ...args], {}, input);
  folder.remove();
  return outcome;
}

test('a program runs with the specifiers, its arguments and its exit code', (t) => {
  const program = `
    import { stringify } from 'rt:querystring';
    console.log(stringify({ a: 1 }), process.argv.slice(2).join());
    process.exitCode = 7;
  `;
  const { stdout, stderr, status } = run({ 'app.mjs': program }, ['app.mjs', '--version', '-x', '']);
  t.deepEqual({ stdout, stderr, status }, { stdout: 'a=1 --version,-x,\n', stderr: '', status: 7 });
});

test('--override replaces the modules of Node', (t) => {
  const program = `console.log(require('rt-std/override').isOverridden(), require.main === module, __filename === process.argv[1])`;
  t.is(run({ 'app.js': program }, ['--override', './app.js']).stdout, 'true true true\n');
  t.is(run({ 'app.js': program }, ['--override', 'app']).stdout, 'true true false\n');
  t.is(run({ '-app.js': program }, ['--override', '--', '-app.js']).stdout, 'true true true\n');
});

test('children that Node’s own module forks know the specifiers too', (t) => {
  const program = `
    const { parse } = require('rt:querystring');
    if (process.send === undefined) require('node:child_process').fork(__filename);
    else console.log(parse('a=1').a);
  `;
  for (const args of [['app.js'], ['--override', 'app.js']]) {
    const { stdout, stderr } = run({ 'app.js': program }, args);
    t.deepEqual([stdout, stderr], ['1\n', ''], args.join());
  }
});

test('standard input and signals are those of the program', (t) => {
  const copy = 'process.stdin.pipe(process.stdout)';
  t.is(run({ 'app.js': copy }, ['app.js'], 'some text').stdout, 'some text');
  const { signal, status } = run({ 'app.js': "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)" }, [
    'app.js',
  ]);
  t.deepEqual([signal, status], IS_WINDOWS ? [null, 1] : ['SIGTERM', null]);
});

test('an exception ends it as it ends Node', (t) => {
  const files = { 'app.js': "throw new Error('from the program')" };
  const { status, stderr } = run(files, ['app.js']);
  t.is(status, 1);
  t.regex(stderr, /Error: from the program/);
});

test('--version and --help', (t) => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  t.is(run({}, ['--version']).stdout, `${version}\n`);
  const help = run({}, ['--help']);
  t.regex(help.stdout, /^Usage: rt /);
  t.is(help.status, 0);
});

test('a wrong argument is an error message with exit code 9', (t) => {
  for (const [args, reason] of [
    [[], /^rt: no program is named/],
    [['--override', '--'], /^rt: no program is named/],
    [['--what', 'app.js'], /^rt: Unknown option '--what'/],
  ] as const) {
    const { status, stderr } = run({ 'app.js': '' }, args);
    t.is(status, 9);
    t.regex(stderr, reason);
  }
});
